import {
  type DeployedRelease,
  type Environment,
  policyOrigins,
  type ReleaseScreen,
} from '@console/shared-kernel/remote'
import { CommandError } from '@console/shared-kernel/command'
import type { HostRecord } from './releaseRecords'

const ELEMENT = /<script type="application\/json" id="environment">(.*?)<\/script>/s

/**
 * The host's HTML with the environment in it, and with preloads of all files that startup and the first
 * screen need, so that the browser requests them at once. If the document names the host's files, the page's
 * first script loads them, or those of another build.
 */
export function pageWith(html: string, host: HostRecord, environment: Environment): string {
  const start = environment.host?.files ?? []
  const ahead = start.map(({ path, integrity }) => preload(path, integrity, 'high'))
  const page = withoutStart(html, start)
  return pageAhead(page, environment, [...ahead, ...preloadTags(host), ...firstScreenTags(environment)])
}

/** The environment precedes all scripts, because the first one reads it. @param preloads tags */
export function pageAhead(html: string, environment: Environment, preloads: readonly string[]): string {
  rejectCodeIn(html)
  if (!html.includes('<head>') || !html.includes('</head>'))
    throw new CommandError('The page of the host has no head.')
  return html
    .replace(/(?=<script\b|<\/head>)/, () => environmentElement(environment))
    .replace('<head>', () => `<head>${policyElement(environment)}`)
    .replace('</head>', () => `${preloads.join('')}</head>`)
}

/** Removes the tags that the page's first script inserts. @throws CommandError for the page of another host */
function withoutStart(html: string, files: { path: string }[]): string {
  const page = files.reduce((rest, { path }) => {
    const tags = rest.match(/<script\b[^>]*><\/script>|<link\b[^>]*>/g) ?? []
    const tag = tags.find((element) => element.includes(`="${path}"`))
    if (!tag) throw new CommandError(`The page of the host does not start ${path}.`)
    return rest.replace(tag, '')
  }, html)
  if (files.length > 0 && !/<script\b[^>]*\bsrc=/.test(page))
    throw new CommandError('The page of the host has no first script.')
  return page
}

/** @throws CommandError for inline code, which the policy blocks because it names no hashes */
export function rejectCodeIn(html: string): void {
  const elements = [...html.matchAll(/<(?:script|style)\b([^>]*)>([^<]*)/gi)]
  const code = elements.find(
    ([, attributes, text]) => text!.trim() !== '' && !/\bsrc\s*=|json/i.test(attributes!),
  )
  const found = code ?? /<[a-z][^>]*\s(?:on\w+|style)\s*=[^>]*>/i.exec(html)
  if (found)
    throw new CommandError(
      `The page of the host contains code that the policy forbids: ${found[0].slice(0, 80)}`,
    )
}

/** Null if the page contains no document. */
export function environmentIn(html: string): Environment | null {
  const text = ELEMENT.exec(html)?.[1]
  return text === undefined ? null : (JSON.parse(text) as Environment)
}

/** `<` is escaped so that no text can end the element. */
const environmentElement = (environment: Environment): string =>
  `<script type="application/json" id="environment">${JSON.stringify(environment).replaceAll('<', '\\u003c')}</script>`

/** Must be first in the head, because the policy does not apply to elements before it. */
const policyElement = (environment: Environment): string =>
  `<meta http-equiv="Content-Security-Policy" content="${escaped(pagePolicy(environment))}">`

export const preloadTags = (host: HostRecord): string[] =>
  host.preload.map((path) => preload(`/${path}`, host.files[path]?.integrity, 'low'))

function firstScreenTags(environment: Environment): string[] {
  const first = firstScreen(environment)
  if (!first) return []
  const { screen, deployed } = first
  const { release, baseUrl } = deployed
  const files = [release.entry, ...screen.preload].filter((path) => path.endsWith('.js'))
  return files.map((path) => preload(baseUrl + path, release.files[path]?.integrity, 'low'))
}

/** Attributes must match those of the later request, or the file is loaded twice. */
const preload = (href: string, integrity: string | undefined, priority: 'high' | 'low'): string =>
  `<link rel="preload" as="${href.endsWith('.css') ? 'style' : 'script'}" fetchpriority="${priority}" href="${escaped(href)}" crossorigin="anonymous"${integrity ? ` integrity="${escaped(integrity)}"` : ''}>`

const escaped = (text: string): string =>
  text.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`)

/** The first screen that is in every user's navigation. */
function firstScreen({ remotes }: Environment): { screen: ReleaseScreen; deployed: DeployedRelease } | null {
  const screens = Object.values(remotes).flatMap((deployed) =>
    deployed.release.screens.flatMap((screen) =>
      screen.nav && !screen.nav.levels ? [{ screen, deployed, order: screen.nav.order }] : [],
    ),
  )
  return screens.sort((a, b) => a.order - b.order)[0] ?? null
}

// Origins of an environment are in the page's meta element, so that headers are the same for all environments.

/** The hash of the empty string: emotion inserts its rules into an empty `<style>`. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

export interface PolicyOptions {
  sockets?: string[]
}

/**
 * The policy for a meta element: without `frame-ancestors`, which browsers ignore there.
 * @param environment the parsed document: unreadable parts of it add no origin, so that the page of a faulty
 * record can still load and report it
 */
export function pagePolicy(environment: unknown, options: PolicyOptions = {}): string {
  const { remotes, overrides, servers } = policyOrigins(environment)
  const code = [...remotes, ...overrides]
  return directives({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...code],
    'style-src': ["'self'", ...remotes, EMPTY_STYLE],
    'img-src': ["'self'", 'data:', ...remotes],
    'font-src': ["'self'", ...remotes],
    'connect-src': ["'self'", ...servers, ...code, ...overrides.map(socketOf), ...(options.sockets ?? [])],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'form-action': ["'self'"],
    // browsers ignore report-uri in a meta element
    'report-to': ['console'],
  })
}

/** Dev servers announce changes over a socket, which their `http` origin does not allow. */
const socketOf = (origin: string) => origin.replace(/^http/, 'ws')

const NO_FRAMES = "frame-ancestors 'none'"

/** The policy for the console's own scripts. Browsers apply it only to workers, which load nothing. */
export const SCRIPT_POLICY = "default-src 'none'"

export const isScript = (path: string): boolean => path.endsWith('.js')

/** The whole policy in one header, for a page that is served as it was built. */
export const contentSecurityPolicy = (environment: unknown, options: PolicyOptions = {}): string =>
  `${pagePolicy(environment, options)}; ${NO_FRAMES}`

/**
 * Scripts without a hash are blocked. Browsers do not support style sheets here, and warn about them.
 * @returns null in development, where files change and have no hashes
 */
export const integrityPolicy = (environment: unknown): string | null =>
  (environment as { name?: unknown } | null | undefined)?.name === 'development'
    ? null
    : 'blocked-destinations=(script)'

export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

const REPORTS = '/events/reports'

export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  ...SECURITY_HEADERS,
  // report-uri only: with report-to as well, Chromium 156 reports no frames
  'Content-Security-Policy': `${NO_FRAMES}; report-uri ${REPORTS}`,
  'Integrity-Policy': 'blocked-destinations=(script), endpoints=(console)',
  'Reporting-Endpoints': `console="${REPORTS}"`,
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/**
 * Sent over TLS only: one year, without `includeSubDomains`, because other hosts of the domain do not belong to the
 * console.
 */
export const STRICT_TRANSPORT_SECURITY = 'max-age=31536000'

/** Any console may load a remote's files, and none of them is a page. */
export const REMOTE_HEADERS: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
}

function directives(table: Record<string, string[]>): string {
  return Object.entries(table)
    .map(([name, sources]) => [name, ...new Set(sources)].join(' '))
    .join('; ')
}
