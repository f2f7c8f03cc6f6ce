import type { ErrorResponse, MachineResponse } from '@console/shared-kernel/schemas'
import { call, tokenOf } from './http'
import type { demoForTests } from './people'

type Result = { id: string | number; status: number } & Partial<ErrorResponse> & Record<string, unknown>
export interface Results {
  results: readonly Result[]
}

interface Sent {
  token?: string
  key?: string
}

/** Bulk calls by subdistributor1, unless another token is given. */
export function bulkCalls({ api, people }: ReturnType<typeof demoForTests>) {
  let manager: string | undefined
  const tokenOfManager = async () => (manager ??= await tokenOf(api().url, 'subdistributor1'))
  const post = async (path: string, body: object, { token, key }: Sent = {}) =>
    call<Results>(api().url, `POST ${path}`, {
      token: token ?? (await tokenOfManager()),
      body,
      ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
    })
  const newMachine = async () => (await people().createClient()).machine
  const machinesFor = async (token: string) =>
    (await call<MachineResponse[]>(api().url, 'GET /api/Machines', { token })).body.map(
      ({ idMachine }) => idMachine,
    )
  /** A machine that is not the manager's. */
  const strangersMachine = async (): Promise<string> => {
    const own = await machinesFor(await tokenOfManager())
    const found = (await machinesFor(people().master)).find((id) => !own.includes(id))
    if (found === undefined) throw new Error('All machines are subdistributor1’s')
    return found
  }
  return { post, newMachine, strangersMachine, tokenOfManager }
}
