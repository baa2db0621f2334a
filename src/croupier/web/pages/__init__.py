"""The pages: a viewer's view in, HTML out, and the drawings, styles and scripts that go with it."""
