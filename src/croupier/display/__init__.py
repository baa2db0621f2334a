"""The one display behind every screen: views, sentences, announcements, prompts and choices.

From the bottom: ``viewers`` says who looks, ``disclosure`` what they may know of each event,
``views`` and ``layout`` build what a screen shows; ``narration``, ``prompts`` and ``announcements``
put it into words. A secret is removed here, once, and never reaches a screen.
"""
