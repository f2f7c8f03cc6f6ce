import { randomInt } from 'node:crypto'
import { beforeAll } from '@jest/globals'
import type { MachineRowResponse, UserResponse } from '@console/shared-kernel/schemas'
import { allUsers, call, tokenOf, type Answer } from './http'
import type { Urls } from './server'
import { sharedDemoApi } from './sharedServer'
import { sql } from './sql'
import { PASSWORD } from '../src/foundation/demoAccounts'

/** The demo's people and machines, and new ones that a test may change in any way. */
export interface People {
  users: readonly UserResponse[]
  named(name: string): UserResponse
  machinesOf(name: string): Promise<MachineRowResponse[]>
  /** Creates a user below `parent`, as the Master, with the password of the demo accounts. */
  create(parent: string | UserResponse, level: number, over?: object): Promise<UserResponse>
  /** A new Client below subdistributor1 and its machine. */
  createClient(): Promise<{ client: UserResponse; machine: MachineRowResponse }>
  master: string
}

/** Random, to avoid the names of other test files, which may have used the same server. */
let lastNumber = randomInt(1e6) * 1e3
export const newName = (what = 'user'): string => `${what} ${(lastNumber += 1)}`

export function findUser(users: readonly UserResponse[], name: string): UserResponse {
  const user = users.find(({ userName }) => userName === name)
  if (!user) throw new Error(`No demo user ${name}`)
  return user
}

export async function meetPeople(api: string): Promise<People> {
  const users = await allUsers(api)
  const master = await tokenOf(api, 'master')
  const named = (name: string) => findUser(users, name)
  const machinesOf = async (name: string) => {
    const { body } = await call<MachineRowResponse[]>(api, 'GET /api/Machines', { token: master })
    return body.filter(({ userName }) => userName === name)
  }
  const create = async (parent: string | UserResponse, levelU: number, over: object = {}) => {
    const userIdcriador = (typeof parent === 'string' ? named(parent) : parent).userId
    const body = { ...newUser(levelU), userIdcriador, ...over }
    const answer = await call<UserResponse>(api, 'POST /api/Users', { token: master, body })
    if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
    return answer.body
  }
  const createClient = async () => {
    const client = await create('subdistributor1', 6)
    const [machine] = await machinesOf(client.userName)
    if (!machine) throw new Error('A new Client has no machine')
    return { client, machine }
  }
  return { users, named, machinesOf, create, createClient, master }
}

/** A server on demo data for the tests of a file, and the people in it. */
export function demoForTests(start: () => Promise<Urls> = sharedDemoApi) {
  let api: Urls
  let people: People
  beforeAll(async () => {
    api = await start()
    people = await meetPeople(api.url)
  })
  return { api: () => api, people: () => people }
}

/** A body that creates a user; the parent is the caller unless it is named. */
export const newUser = (levelU: number) => ({
  userName: newName(),
  password: PASSWORD,
  levelU,
  countryId: 1,
  nameClient: '',
  userIdcriador: null as number | null,
  isBlocked: false,
  quitPass: false,
  botonBlockedDeshabilitado: false,
  listaClientesTecnico: '',
})

export interface AuditRow {
  actor_id: number | null
  action: string
  subject: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** The audit rows, of one subject or all, of a server that is stopped. */
export const auditOf = (folder: string, subject?: string): AuditRow[] =>
  sql<AuditRow>(
    folder,
    `select actor_id, action, subject, before, after from audit
    ${subject === undefined ? '' : `where subject = '${subject}'`} order by id`,
  )

/** The body of every answer about something that is not the caller's, whether or not it exists. */
export const FORBIDDEN = { message: 'No tienes permiso para acceder a este elemento' }

export const pathsOf = ({ body }: Answer): string[] =>
  ((body as { errors?: { path: string }[] }).errors ?? []).map(({ path }) => path)
