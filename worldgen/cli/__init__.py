"""The command line of the library: a module for each command, and what they share."""
