import { call, signIn } from './measure'

const CONCURRENCY = 16

interface Listed {
  idMachine?: string
  userId?: number
  level?: number
}

/**
 * Makes a few weeks' worth of ordinary changes, half of them to credits and half to users. Right after
 * `vacuum analyze`, the benchmark would not show how stale statistics affect the plans of the lists.
 */
export async function age(url: string, changes: number): Promise<void> {
  const headers = { ...(await signIn(url, 'master')), 'content-type': 'application/json' }
  const listed = async (path: string): Promise<Listed[]> =>
    JSON.parse((await call(`${url}${path}`, { headers }, true)).text) as Listed[]
  const machines = await listed('/api/Machines')
  const users = (await listed('/api/Users/all-hierarchy')).filter(({ level }) => level !== 1)
  let next = 0
  const worker = async (): Promise<void> => {
    for (let turn = next++; turn < changes; turn = next++) {
      const machine = machines[(turn * 7) % machines.length]
      const user = users[(turn * 13) % users.length]
      const [path, body] =
        turn % 2 === 0
          ? [`/api/Machines/${machine?.idMachine}/credit`, { amount: turn }]
          : [`/api/Users/${user?.userId}`, { nameClient: `Changed ${turn}` }]
      const { status } = await call(url + path, { method: 'PUT', headers, body: JSON.stringify(body) })
      if (status !== 200) throw new Error(`PUT ${path}: ${status}`)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
}
