import { beforeAll } from '@jest/globals'
import type {
  ActivityResponse,
  ActivityRow,
  CreditResponse,
  MachineRowResponse,
  RevertResponse,
} from '@console/shared-kernel/schemas'
import { call, get, tokenOf } from './http'
import { demoForTests } from './people'

/** The answer to a revert that was rejected because of later changes. */
export interface Rejection {
  message: string
  current: object
  changedBy: string
  since: ActivityRow[]
}

/** Sets up a test file: a manager who changes machines and reverts changes. */
export function revertsForTests() {
  const { api, people } = demoForTests()
  let manager: string
  beforeAll(async () => {
    manager = await tokenOf(api().url, 'subdistributor1')
  })
  const send = <T = unknown>(row: string, body?: object, token = manager, headers = {}) =>
    call<T>(api().url, row, { token, body, headers })
  const ok = async <T>(row: string, body?: object, token = manager): Promise<T> => {
    const answer = await send<T>(row, body, token)
    if (answer.status !== 200) throw new Error(`${row}: ${answer.status} ${answer.text}`)
    return answer.body
  }
  const revert = <T = RevertResponse>(
    id: number | undefined,
    token = manager,
    body: object = {},
    headers = {},
  ) => send<T>(`POST /api/activity/${id}/revert`, body, token, headers)

  const rowsOf = async (query: string, token = manager): Promise<ActivityRow[]> =>
    (await get<ActivityResponse>(`${api().url}/api/activity?${query}`, token)).body.rows
  const newestOf = async ({ idMachine }: MachineRowResponse): Promise<ActivityRow> =>
    (await rowsOf(`machineId=${idMachine}&limit=1`))[0]!

  const newMachine = async () => (await people().createClient()).machine
  const now = async (machine: MachineRowResponse) => (await people().machinesOf(machine.userName))[0]!
  const setCredit = async (machine: MachineRowResponse, amount: number, token = manager) =>
    (await ok<CreditResponse>(`PUT /api/Machines/${machine.idMachine}/credit`, { amount }, token)).activityId!
  return { api, people, send, ok, revert, rowsOf, newestOf, newMachine, now, setCredit }
}
