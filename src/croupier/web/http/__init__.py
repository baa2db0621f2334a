"""HTTP for pages and API alike: guards of routes, middleware, and bounds on requests."""
