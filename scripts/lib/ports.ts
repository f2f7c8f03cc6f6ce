import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { baseOf, basePort, DEFAULT_BASE, ports, type Ports } from '@console/shared-kernel/ports'
import { CommandError } from '@console/shared-kernel/command'
import { withDataDir } from './paths'

interface Need {
  port: number
  who: string
}

/** @throws UsageError if PORT is invalid */
export const configuredPorts = (env: NodeJS.ProcessEnv): Ports => ports(basePort(env))

const TEST_BASE = 7000
/** `e2e/testing/addresses.ts` and the flows use ports up to this far above the base. */
const TEST_RANGE = 1_000

/** The first port of the flows' servers. @throws UsageError if E2E_PORT is invalid */
export const testBase = ({ E2E_PORT }: NodeJS.ProcessEnv): number =>
  baseOf('E2E_PORT', E2E_PORT, TEST_BASE, (port, base) => port >= base && port <= base + TEST_RANGE)

export const needs = (all: Ports): Need[] => [
  { port: all.host, who: 'the host' },
  ...Object.entries(all.remotes).map(([name, port]) => ({ port, who: `remote-${name}` })),
  { port: all.api, who: 'the API' },
  { port: all.external, who: 'the external reports service' },
]

/** @throws CommandError naming every unavailable port, and what to do */
export async function requireFreePorts(all: Ports, command: string): Promise<void> {
  const wanted = needs(all)
  const problems = await Promise.all(wanted.map(async ({ port }) => problemOf(port)))
  const taken = wanted.flatMap((need, index) => {
    const problem = problems[index]
    return problem ? [{ ...need, problem }] : []
  })
  if (taken.length > 0)
    throw new CommandError(portsMessage(taken, await freeBase(all.host), command, withDataDir(process.env)))
}

/**
 * @param free a base whose ports are all free, if one was found
 * @param dataDir the result of {@link withDataDir}
 */
export function portsMessage(
  taken: (Need & { problem: string })[],
  free: number | undefined,
  command: string,
  dataDir = '',
): string {
  const problems = taken.map(({ port, who, problem }) => `Port ${port}, which ${who} needs, ${problem}.\n`)
  const moved = `${dataDir}PORT=${free} npm ${command}`
  // only root may listen below 1024
  if (taken.some(({ port }) => port < 1024)) {
    return problems.join('') + (free ? `Choose higher ports: ${moved}` : 'Choose higher ports.')
  }
  return (
    problems.join('') +
    (free ? `End the program that has it, or move all ports: ${moved}` : 'End the program that has it.')
  )
}

/**
 * Bases for a console next to a running one. They avoid the ports of the flows and the benchmark, and ports
 * that browsers block.
 */
const OTHER_BASES = [DEFAULT_BASE, 5000, 10_100, 11_000, 12_000, 13_000, 14_000, 15_000, 16_000]

/** @param base the base whose ports are not free */
export async function freeBase(base: number, problemAt = problemOf): Promise<number | undefined> {
  for (const other of OTHER_BASES) {
    if (other === base) continue
    const problems = await Promise.all(needs(ports(other)).map(({ port }) => problemAt(port)))
    if (problems.every((problem) => problem === undefined)) return other
  }
  return undefined
}

async function problemOf(port: number): Promise<string | undefined> {
  return (await tryToListen(port, '127.0.0.1')) ?? (await tryToListen(port, '::1'))
}

const PROBLEMS: Record<string, string> = { EADDRINUSE: 'is in use', EACCES: 'is not open to this user' }

async function tryToListen(port: number, host: string): Promise<string | undefined> {
  const server = createServer().listen({ port, host, ipv6Only: host === '::1' })
  try {
    await once(server, 'listening')
    await once(server.close(), 'close')
    return undefined
  } catch (error) {
    // other codes mean that there is no IPv6
    return PROBLEMS[(error as NodeJS.ErrnoException).code ?? '']
  }
}

const POLL_MS = 100

/** Waits until a server answers with any status. @throws Error when `signal` is aborted first */
export async function waitUntilAnswered(url: string, signal: AbortSignal): Promise<void> {
  while (
    !(await fetch(url, { signal }).then(
      () => true,
      () => false,
    ))
  ) {
    if (signal.aborted) throw new Error(`${url} does not answer.`)
    await pause(POLL_MS)
  }
}
