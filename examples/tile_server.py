"""Map tiles over HTTP, made when they are asked for, in any number of threads.

``http://localhost:8000/3/0/-2.png`` is chunk (0, -2) at level of detail 3.
"""

import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import worldgen
from worldgen.render.png import encode_png

world = worldgen.World("atlantis")


class Tiles(BaseHTTPRequestHandler):
    """Answers with the picture of one chunk."""

    def do_GET(self) -> None:
        asked = re.fullmatch(r"/(-?\d{1,2})/(-?\d{1,15})/(-?\d{1,15})\.png", self.path)
        if not asked:
            self.send_error(404, "ask for /LOD/CX/CY.png")
            return
        lod, cx, cy = map(int, asked.groups())
        try:
            picture = encode_png(worldgen.paint(world.chunk(cx, cy, lod)))
        except worldgen.CoordinateError as error:
            self.send_error(404, str(error))
            return
        self.send_response(200)
        self.send_header("Content-Type", "image/png")
        self.send_header("Cache-Control", "immutable, max-age=31536000")
        self.end_headers()
        self.wfile.write(picture)


def make_server(port: int) -> ThreadingHTTPServer:
    """Return a server that is ready to serve; port 0 is any free one."""
    return ThreadingHTTPServer(("localhost", port), Tiles)


if __name__ == "__main__":
    with make_server(8000) as server:
        print(f"http://localhost:{server.server_port}/3/0/0.png")
        server.serve_forever()
