/*
 * The first script of the page, which blocks rendering. It sets the theme, and starts the host build that the
 * environment document chooses for this browser: the canary, the current build, or the previous one if those fail.
 * A page without a document starts by its own tags. It is a hashed file, because the policy forbids inline scripts,
 * and is written in the syntax of all supported browsers, because nothing compiles it.
 */
;(() => {
  const BUCKET = 'console.bucket'
  const FAILED = 'console.failedHosts'
  const SESSION = 'console.session'
  /** How long a build that failed in this tab is not retried. */
  const FORGET_MS = 600_000
  /** Tests shorten the times, before the page starts. */
  const { filesMs = 60_000, startMs = 10_000 } = self.consoleDeadlines || {}

  /** Storage may be blocked. */
  const attempt = (act) => {
    try {
      return act()
    } catch {
      return undefined
    }
  }

  // before the first paint, so that a dark console never flashes white
  if (attempt(() => localStorage.getItem('themeMode')) === 'dark')
    document.documentElement.dataset.theme = 'dark'

  // the page until React renders, in the colours of the kernel's theme; the policy forbids inline styles
  const style = document.head.appendChild(document.createElement('style'))
  for (const rule of [
    'html{background:#f4f6f8}',
    'html[data-theme=dark]{background:#121212;color-scheme:dark}',
    '.splash{position:fixed;inset:0;margin:auto}',
  ])
    // a proxy's policy may forbid it
    attempt(() => style.sheet.insertRule(rule))

  const page = { violations: [], done: false }
  self.consolePage = page
  addEventListener('securitypolicyviolation', (event) => {
    if (page.violations.length < 20) page.violations.push(event)
  })

  const environment = attempt(() => JSON.parse(document.getElementById('environment').textContent))
  const host = environment && environment.host
  if (!host || !host.files) return

  /** The same as `isInShare` of `releaseChoice/canaryShare.ts`. */
  const isInShare = (id, build, percent) => {
    let hash = 0x811c9dc5
    for (const letter of `${id}:host:${build}`) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193)
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    return (((hash ^ (hash >>> 16)) >>> 0) % 10_000) / 100 < percent
  }

  const bucket = attempt(() => {
    const kept = localStorage.getItem(BUCKET)
    if (/^\d{1,4}$/.test(kept)) return kept
    const drawn = String(Math.floor(Math.random() * 10_000))
    localStorage.setItem(BUCKET, drawn)
    return drawn
  })

  /** Builds that failed in this tab, and when. Without storage the history entry keeps them on reload. */
  const readFailed = () => {
    const read = {
      ...(history.state && history.state[FAILED]),
      ...attempt(() => JSON.parse(sessionStorage.getItem(FAILED))),
    }
    return Object.fromEntries(Object.entries(read).filter(([, at]) => Date.now() - at < FORGET_MS))
  }
  const writeFailed = (builds) => {
    try {
      sessionStorage.setItem(FAILED, JSON.stringify(builds))
    } catch {
      history.replaceState({ ...history.state, [FAILED]: builds }, '')
    }
  }

  const candidates = []
  const add = (source, release) => {
    if (release && release.files && !candidates.some(({ build }) => build === release.build))
      candidates.push({ ...release, source })
  }
  const { canary, previous } = host
  if (canary && bucket !== undefined && isInShare(bucket, canary.build, canary.percent)) add('canary', canary)
  add('current', host)
  add('previous', previous)

  let failed = readFailed()
  // all have failed: the user reloaded the page, so each is tried again
  if (candidates.every(({ build }) => failed[build])) writeFailed((failed = {}))
  const next = () => candidates.find(({ build }) => !failed[build])
  const { version, build, source, files } = next()
  Object.assign(page, { version, build, source, fellBack: candidates[0].build !== build })

  /** Only the frames: the first line is the message, which may contain anything. */
  const framesOf = (stack) =>
    String(stack)
      .split('\n')
      .filter((line) => /^\s*at .*:\d+:\d+\)?$|^\S*@\S+:\d+:\d+$/.test(line))
      .map((line) => line.trim().replace(/[?#][^)]*?(?=:\d+:\d+\)?$)/, ''))
      .slice(0, 10)
      .join('\n')
      .slice(0, 1500)

  const session = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(8))
    const drawn = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
    const kept = attempt(() => sessionStorage.getItem(SESSION))
    if (!kept) attempt(() => sessionStorage.setItem(SESSION, drawn))
    return kept || drawn
  }

  /** Sends a single `TelemetryEvent`, because the code that sends batches may never run. */
  const tell = (fault) => {
    const { telemetryUrl, name, revision = null } = environment
    const event = {
      time: new Date().toISOString(),
      session: session(),
      environment: name,
      revision,
      hostBuild: build,
      remote: 'host',
      version,
      build,
      cohort: source === 'canary' ? 'canary' : 'stable',
      source,
      ms: Math.round(performance.now()),
      ...fault,
    }
    if (telemetryUrl)
      attempt(() => navigator.sendBeacon(telemetryUrl, JSON.stringify({ schema: 1, events: [event] })))
  }

  const say = () => {
    const root = document.getElementById('root')
    if (!root) return addEventListener('DOMContentLoaded', say)
    // the build has started after all, or has reported its failure itself
    if (page.hasStarted || root.querySelector('[role=alert]')) return
    root.setAttribute('role', 'alert')
    root.textContent = 'La consola no puede arrancar. Vuelve a cargar la página dentro de unos minutos.'
  }

  /** Reloads for another build, which also discards the effects of the failed one. */
  const fail = (fault) => {
    if (page.done) return
    page.done = true
    tell(fault)
    failed[build] = Date.now()
    writeFailed(failed)
    // if the failure cannot be stored, the same build would be chosen again, for ever
    if (!next() || !readFailed()[build]) {
      // a build that has rendered something may recover from an error
      if (hasBegun) setTimeout(say, startMs)
      else say()
      return
    }
    page.abandoned = true
    location.reload()
  }
  const failStart = (error, stack) =>
    fail({ phase: 'start', code: (error && error.name) || 'UNCAUGHT', stack: framesOf(stack) })

  const onError = ({ error, reason, filename }) => {
    const thrown = error || reason
    const stack = `${(thrown && thrown.stack) || ''}\n${filename || ''}`
    // ignores errors of browser extensions
    if (stack.includes(`${location.origin}/static/`)) failStart(thrown, stack)
  }
  addEventListener('error', onError)
  addEventListener('unhandledrejection', onError)
  page.failed = (error) => failStart(error, error && error.stack)

  let hasBegun = false
  let missing = files.length
  let timer = setTimeout(() => fail({ phase: 'load', code: 'TIMEOUT' }), filesMs)
  /** Something of the host is rendered; the first screen may still be loading. */
  page.begun = () => {
    hasBegun = true
    clearTimeout(timer)
  }
  page.started = () => {
    page.begun()
    page.done = page.hasStarted = true
    removeEventListener('error', onError)
    removeEventListener('unhandledrejection', onError)
  }

  for (const { path, integrity } of files) {
    const isStyle = path.endsWith('.css')
    const tag = document.createElement(isStyle ? 'link' : 'script')
    tag.crossOrigin = 'anonymous'
    tag.integrity = integrity
    tag.onload = () => {
      missing -= 1
      if (missing !== 0 || hasBegun) return
      clearTimeout(timer)
      timer = setTimeout(() => fail({ phase: 'start', code: 'TIMEOUT' }), startMs)
    }
    tag.onerror = () => fail({ phase: 'load', code: 'FILE', message: path })
    if (isStyle) {
      tag.rel = 'stylesheet'
      tag.href = path
    } else {
      // in their order, and while the page is parsed
      tag.async = false
      tag.src = path
    }
    document.head.append(tag)
  }
})()
