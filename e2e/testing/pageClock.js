/*
 * Runs inside the page, before anything else of it. Times are the page's own: milliseconds of
 * performance.now(), taken after the frame that shows the result has been handed over for painting.
 */

// the compiler of these scripts writes calls of it into the functions that are sent here
globalThis.__name ??= (value) => value

const nextMessage = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = resolve
    port2.postMessage(null)
  })

/** Messages come after the frame in which they were sent. */
const afterPaint = async () => {
  await new Promise(requestAnimationFrame)
  await nextMessage()
  return performance.now()
}

const isShown = (condition) =>
  new Promise((resolve) => {
    if (condition()) return resolve()
    const observer = new MutationObserver(() => {
      if (!condition()) return
      observer.disconnect()
      resolve()
    })
    // a field's value is not a mutation, so the first frames are checked too
    const look = () => (condition() ? (observer.disconnect(), resolve()) : requestAnimationFrame(look))
    observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
    requestAnimationFrame(look)
  })

const longTasks = []
new PerformanceObserver((list) => longTasks.push(...list.getEntries())).observe({ type: 'longtask' })

globalThis.pageClock = {
  /** The longest task of the main thread since then; 0 if none took 50 ms: browsers do not report shorter ones. */
  longestTask: (since) =>
    Math.max(0, ...longTasks.filter(({ startTime }) => startTime >= since).map(({ duration }) => duration)),
  /** From the start of the page until the condition holds on screen. */
  shown: async (condition) => {
    await isShown(condition)
    return afterPaint()
  },
  /** From a trigger until the condition that it brings about holds on screen. */
  timed: async (trigger, condition) => {
    const start = performance.now()
    trigger()
    await isShown(condition)
    return (await afterPaint()) - start
  },
  /** With the event that a user's key causes, which React listens to. */
  type: (input, text) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  },
  /**
   * Scrolls a frame by a step at each animation frame.
   * @returns the time of each frame, and in how many no row stood in the middle of the frame
   */
  scroll: async (frame, { frames, step, rowSelector }) => {
    const { left, top, width, height } = frame.getBoundingClientRect()
    const times = []
    let blank = 0
    for (let index = 0; index < frames; index += 1) {
      times.push(await new Promise(requestAnimationFrame))
      frame.scrollTop += step
      await nextMessage()
      const middle = document.elementFromPoint(left + width / 3, top + height / 2)
      if (!middle?.closest(rowSelector)?.textContent) blank += 1
    }
    return { times, blank }
  },
}
