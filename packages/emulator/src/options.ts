import { readArguments, UsageError } from '@console/shared-kernel/command'
import { basePort, localAddress, type remotesIn } from '@console/shared-kernel/ports'

export const USAGE = `console-emulator: the console on this machine, around the remotes that are worked on.

  console-emulator --remote NAME[=ADDRESS] ... [--start COMMAND] [--port N] [--data FOLDER]
      starts its host, its remotes and its API with demo data
  console-emulator --remote NAME[=ADDRESS] ... [--start COMMAND] --console ADDRESS
      says how to open a deployed console with them

The console has port 4000, or that of PORT. ADDRESS is that of a remote's dev server: port 4105 without one, 4106
for the second, counted from the console's. --start runs the dev server, with its port in CONSOLE_PORT. Data is
kept in .console.`

export interface Options {
  /** Addresses of dev servers by remote name, with a trailing slash. */
  remotes: Record<string, string>
  /** The command that runs the dev server. */
  start?: string
  /** The host's port; the others follow from it. */
  base: number
  dataDir: string
  /** A deployed console to use instead of a local one. */
  console?: string
}

/** Limits the wait for an answer from a deployed console. */
const TIMEOUT_MS = 10_000

/** Offset of the first remote without an address; the console's own ports are lower. */
const OWN_PORTS = 105

type OwnRemotes = ReturnType<typeof remotesIn>

/** @param own the console's own remotes, as `remotesIn` reads them @throws UsageError */
export function readOptions(args: string[], env: { PORT?: string | undefined }, own: OwnRemotes): Options {
  const {
    remote = [],
    port,
    ...values
  } = readArguments({
    args,
    options: {
      remote: { type: 'string', multiple: true },
      start: { type: 'string' },
      port: { type: 'string' },
      data: { type: 'string', default: '.console' },
      console: { type: 'string' },
    },
  }).values
  if (remote.length === 0) throw new UsageError('The remote is missing: --remote NAME.')
  const base = basePort({ PORT: port ?? env.PORT }, own)
  const remotes: Record<string, string> = {}
  for (const [index, text] of remote.entries()) {
    const [, name, address = localAddress(base + OWN_PORTS + index)] = /^([^=]+)(?:=(.*))?$/.exec(text) ?? []
    if (name === undefined) throw new UsageError(`'${text}' is not of the form NAME=ADDRESS.`)
    if (name in remotes) throw new UsageError(`${name} is given twice.`)
    remotes[name] = folderAddress(address)
  }
  return {
    remotes,
    base,
    dataDir: values.data,
    ...(values.start !== undefined && { start: values.start }),
    ...(values.console !== undefined && { console: folderAddress(values.console) }),
  }
}

function folderAddress(text: string): string {
  if (!/^https?:$/.test(URL.canParse(text) ? new URL(text).protocol : '')) {
    throw new UsageError(`'${text}' is not an address such as http://localhost:4105/.`)
  }
  const { origin, pathname } = new URL(text)
  return `${origin}${pathname}`.replace(/\/*$/, '/')
}

/**
 * Why a deployed console would not load these remotes, as a message; null if it allows them. Needed because
 * the console silently ignores what it does not allow.
 */
export async function rejectionReason(
  consoleUrl: string,
  remotes: Record<string, string>,
): Promise<string | null> {
  const documentUrl = new URL('environment.json', consoleUrl)
  let overrides: unknown
  try {
    const answer = await fetch(documentUrl, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    overrides = ((await answer.json()) as { overrides?: unknown }).overrides
  } catch (error) {
    return `${documentUrl.href} cannot be read: ${(error as Error).message}`
  }
  const allowed = Array.isArray(overrides) ? overrides : []
  const rejected = new Set(Object.values(remotes).map((address) => new URL(address).origin))
  for (const origin of allowed) rejected.delete(String(origin))
  if (rejected.size === 0) return null
  const options = [...rejected].map((origin) => `--override ${origin}`).join(' ')
  return `That console does not allow ${[...rejected].join(', ')} and opens without it. Its operators do: console-delivery settings --developer ${options} ...`
}

/** The address that opens the console with these remotes in a tab, once the user agrees. */
export const overrideUrl = (consoleUrl: string, remotes: Record<string, string>): string =>
  `${consoleUrl}?${Object.entries(remotes)
    .map(([name, address]) => `remote.${name}=${address}`)
    .join('&')}`
