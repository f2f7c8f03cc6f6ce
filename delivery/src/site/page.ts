import type { DeployedRelease, Environment, ReleaseScreen } from '@console/shared-kernel/remote/documents'
import type { HostRecord } from './hostRecord'

const ELEMENT = /<script type="application\/json" id="environment">(.*?)<\/script>/s

/**
 * The host's HTML with the environment in it, and with the files that the first screen needs named ahead:
 * the browser asks for all of them at once instead of one after another.
 */
export function pageWith(html: string, host: HostRecord, environment: Environment): string {
  const tags = [...preloadTags(host, environment), environmentElement(environment)].join('')
  if (!html.includes('</head>')) throw new Error('The page of the host has no end of its head.')
  return html.replace('</head>', () => `${tags}</head>`)
}

/** The document that a page was written with; null where there is none in it. */
export function environmentIn(html: string): Environment | null {
  const text = ELEMENT.exec(html)?.[1]
  return text === undefined ? null : (JSON.parse(text) as Environment)
}

/** No text of the document can end the element it stands in. */
const environmentElement = (environment: Environment): string =>
  `<script type="application/json" id="environment">${JSON.stringify(environment).replaceAll('<', '\\u003c')}</script>`

function preloadTags(host: HostRecord, environment: Environment): string[] {
  const own = host.preload.map((path) => preload(`/${path}`, host.files[path]?.integrity))
  const first = firstScreen(environment)
  if (!first) return own
  const { screen, deployed } = first
  const { release, baseUrl } = deployed
  const files = [release.entry, ...screen.preload].filter((path) => path.endsWith('.js'))
  return [...own, ...files.map((path) => preload(baseUrl + path, release.files[path]?.integrity))]
}

/** As the scripts themselves are asked for: otherwise they would be loaded twice. */
const preload = (href: string, integrity: string | undefined): string =>
  `<link rel="preload" as="script" href="${escaped(href)}" crossorigin="anonymous"${integrity ? ` integrity="${escaped(integrity)}"` : ''}>`

const escaped = (text: string): string =>
  text.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`)

/** The one that the navigation shows first. */
function firstScreen({ remotes }: Environment): { screen: ReleaseScreen; deployed: DeployedRelease } | null {
  const screens = Object.values(remotes).flatMap((deployed) =>
    deployed.release.screens.flatMap((screen) =>
      screen.nav ? [{ screen, deployed, order: screen.nav.order }] : [],
    ),
  )
  return screens.sort((a, b) => a.order - b.order)[0] ?? null
}
