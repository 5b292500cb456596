"""The program around the screens: window, clock, events."""
