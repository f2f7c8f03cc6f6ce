import { ACCOUNTS, call, tokenOf } from '../../api/test/support/http'

interface Machine {
  idMachine: string
}

/** Changes by three operators, for the Activity screen. */
export async function makeChanges(api: string): Promise<void> {
  for (const [turn, account] of [ACCOUNTS[0], ACCOUNTS[1], ACCOUNTS[4]].entries()) {
    const token = await tokenOf(api, account)
    const { body: machines } = await call<Machine[]>(api, 'GET /api/Machines', { token })
    const change = async (at: number, what: string, body: object) => {
      const row = `PUT /api/Machines/${machines.at(at)!.idMachine}/${what}`
      const { status, text } = await call(api, row, { token, body })
      if (status !== 200) throw new Error(`${row}: ${status} ${text}`)
    }
    for (const at of [0, 1, 2]) await change(turn + at, 'credit', { amount: 100 * (turn + 1) + 50 * at })
    await change(-1 - turn, 'toggle-block', { blocked: true })
  }
}
