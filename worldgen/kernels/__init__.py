"""How kernels are compiled, cached and compiled ahead."""
