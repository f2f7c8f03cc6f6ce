import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Calls } from './bars'
import { judgeMax } from './load'
import { call, median, ms, printLine, signIn } from './measure'
import type { Server } from './server'

const MAX_MEMORY_MB = 100
const MAX_IDLE_CPU = 0.05
const MAX_DELAY_MS = 1_000
const CHANGES = 9
/** Time for the server to settle before a measurement. */
const SETTLE_MS = 3_000

type Headers = Readonly<Record<string, string>>

/** @param onText called with each piece of incoming text. @returns a function that closes the stream */
const openStream = (
  url: string,
  headers: Headers,
  agent: Agent,
  onText: (text: string) => void,
): Promise<() => void> =>
  new Promise((resolve, reject) => {
    const sent = request(`${url}/api/events`, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`GET /api/events: ${response.statusCode}`))
      response.setEncoding('utf8').on('data', onText)
      resolve(() => sent.destroy())
    })
    sent.on('error', reject).end()
  })

/**
 * One stream per operator: what the streams cost while idle, and how long a change takes to reach all of
 * them.
 */
export async function benchStreams(
  { url, processStats }: Server,
  calls: Calls,
  seconds: number,
): Promise<void> {
  const { operators } = calls
  const master = { ...(await signIn(url, 'master')), 'content-type': 'application/json' }
  // so that the cost of the first calls is not attributed to the streams
  for (const { headers } of operators.slice(0, 100)) await call(`${url}/api/Users/current`, { headers })
  await processStats()
  await sleep(SETTLE_MS)
  const before = await processStats()

  const agent = new Agent({ maxSockets: Infinity })
  let onGame = (): void => undefined
  const onText = (text: string): void => {
    if (text.includes('event: games\n')) onGame()
  }
  const leave: (() => void)[] = []
  for (const { headers } of operators) leave.push(await openStream(url, headers, agent, onText))
  await sleep(SETTLE_MS)
  await processStats()
  const quiet = await processStats()
  await sleep(seconds * 1000)
  const { cpu, resident } = await processStats()

  const delays: number[] = []
  let id = 0
  for (let turn = 0; turn < CHANGES; turn += 1) {
    const start = performance.now()
    const all = new Promise<void>((resolve) => {
      let missing = operators.length
      onGame = () => void ((missing -= 1) === 0 && resolve())
    })
    // everyone sees games
    const body = JSON.stringify({ name: `Game ${turn}`, type: 'Slot', gameState: turn % 2 === 0 })
    const path = id === 0 ? '/api/Games' : `/api/Games/${id}`
    const { text } = await call(
      url + path,
      { method: id === 0 ? 'POST' : 'PUT', headers: master, body },
      true,
    )
    id = (JSON.parse(text) as { id: number }).id
    await all
    delays.push(performance.now() - start)
  }
  leave.forEach((one) => one())

  printLine(`${operators.length} open streams`, '')
  const megabytes = (resident - before.resident) / 1e6
  printLine(
    '  resident memory, more than without them',
    `${megabytes.toFixed(0)} MB  ${judgeMax(megabytes / MAX_MEMORY_MB, 1, `${MAX_MEMORY_MB} MB`)}`,
  )
  const share = (cpu - quiet.cpu) / (seconds * 1000)
  printLine(
    '  CPU while nothing happens, of one core',
    `${(share * 100).toFixed(1)} %  ${judgeMax(share / MAX_IDLE_CPU, 1, `${MAX_IDLE_CPU * 100} %`)}`,
  )
  printLine(
    `  from a change until all have it (${CHANGES} changes)`,
    `${ms(median(delays))}, at most ${ms(Math.max(...delays))}  ${judgeMax(Math.max(...delays) / MAX_DELAY_MS, 1, '1 s')}`,
  )
}
