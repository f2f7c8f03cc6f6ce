import { createHash } from 'node:crypto'
import { serveOnLoopback } from '@console/delivery/loopback'
import { kernelRange } from '@console/remote-preset/host'
import { containerName, type DeployedRelease, type Release } from '@console/shared-kernel/remote'

interface Handmade {
  name: string
  /** Statements that the entry file runs; `container` is the release's global name. */
  code: (container: string) => string
  path?: string
  title?: string
  kernel?: string
  /** The build of the release; each build has its own container. */
  build?: string
}

/** A release written by hand, for code that no build would emit. Its only file is the entry. */
export function handmadeRelease({
  name,
  code,
  path = `/${name}`,
  title = name,
  kernel = kernelRange,
  build = '0000beef',
}: Handmade): { release: Release; content: string } {
  const identity = { name, build }
  const content = code(containerName(identity))
  const release: Release = {
    schema: 1,
    ...identity,
    version: '0.1.0',
    builtAt: '2026-01-01T00:00:00Z',
    kernel,
    react: '^19.0.0',
    imports: {},
    entry: 'entry.js',
    files: {
      'entry.js': {
        bytes: Buffer.byteLength(content),
        integrity: `sha384-${createHash('sha384').update(content).digest('base64')}`,
      },
    },
    screens: [
      {
        path,
        module: './Screen',
        title,
        nav: { label: title, icon: 'anything', order: 90 },
        preload: ['entry.js'],
      },
    ],
  }
  return { release, content }
}

/** Serves a handmade release. */
export async function handmadeRemote(handmade: Handmade) {
  const { release, content } = handmadeRelease(handmade)
  const requests: string[] = []
  const serving = await serveOnLoopback((request, response) => {
    requests.push(request.url ?? '')
    const isRecord = request.url === '/release.json'
    response.writeHead(200, {
      'Content-Type': isRecord ? 'application/json' : 'text/javascript',
      'Access-Control-Allow-Origin': '*',
    })
    response.end(isRecord ? JSON.stringify(release) : content)
  }, 0)
  const deployed: DeployedRelease = { baseUrl: `${serving.url}/`, release }
  return { deployed, requests, close: () => serving.close() }
}

/** Serves a release of the machines remote that shows only this text. */
export const handmadeMachines = (text: string, over: Partial<Handmade> = {}) =>
  handmadeRemote({
    name: 'machines',
    path: '/machines',
    title: 'Managed Machines',
    code: containerOf(`() => ${JSON.stringify(text)}`),
    ...over,
  })

/**
 * Like {@link containerOf}, for a component that uses `React` or `router`; the console provides them as to
 * any remote.
 */
export const reactContainerOf =
  (component: string) =>
  (container: string): string =>
    `{
      let shared
      window['${container}'] = {
        init(scope) { shared = scope },
        get: async () => {
          const [React, router] = await Promise.all(
            ['react', 'react-router-dom'].map(async (name) => (await Object.values(shared[name])[0].get())()))
          return () => ({ default: ${component} })
        },
      }
    }`

/** A container whose only module is this component, given as source text. */
export const containerOf =
  (component: string) =>
  (container: string): string =>
    `window['${container}'] = { init() {}, get: async () => () => ({ default: ${component} }) }`
