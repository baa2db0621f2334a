import os

from hypothesis import settings

# Under CI hypothesis picks its own profile, which repeats the same examples on every run.
if not os.environ.get("CI"):
    settings.register_profile("desk", deadline=None, print_blob=True)
    settings.load_profile("desk")
