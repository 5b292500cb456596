"""The world being played: its session, its files, and sharing it."""
