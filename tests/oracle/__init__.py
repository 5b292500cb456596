"""Plain Python versions of what the kernels compute, written apart from them."""
