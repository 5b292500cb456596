"""The game: an endless sea of islands on the screen.

The land is drawn through ``game.terrain.world_source.WorldSource`` alone; ``worldgen`` never sees
the game.
Run it with ``python -m game``.
"""
