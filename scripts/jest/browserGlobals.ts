// tests of calls alone run without a page: nobody there hears of other tabs
globalThis.addEventListener ??= () => undefined
