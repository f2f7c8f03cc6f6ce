import { ACCOUNTS, PASSWORD } from '../../api/src/foundation/demoAccounts'

interface Machine {
  idMachine: string
}

/** Changes by three operators, for the Activity screen. */
export async function makeChanges(api: string): Promise<void> {
  const as = async (account: string) => {
    const { token } = (await call('POST', '/api/Auth/login', '', {
      Username: account,
      Password: PASSWORD,
    })) as { token: string }
    return (method: string, path: string, body?: object) => call(method, path, token, body)
  }

  async function call(method: string, path: string, token: string, body?: object): Promise<unknown> {
    const response = await fetch(api + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text === '' ? null : JSON.parse(text)
  }

  for (const [turn, account] of [ACCOUNTS[0], ACCOUNTS[1], ACCOUNTS[4]].entries()) {
    const send = await as(account)
    const machines = (await send('GET', '/api/Machines')) as Machine[]
    for (const [at, { idMachine }] of machines.slice(turn, turn + 3).entries())
      await send('PUT', `/api/Machines/${idMachine}/credit`, { amount: 100 * (turn + 1) + 50 * at })
    await send('PUT', `/api/Machines/${machines.at(-1 - turn)!.idMachine}/toggle-block`, { blocked: true })
  }
}
