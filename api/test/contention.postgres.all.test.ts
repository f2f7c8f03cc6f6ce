import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { demoFolder } from '../testing/demo'
import { databaseOf, onCluster } from '../testing/engine'
import { call, login, type Answer } from '../testing/http'
import { meetPeople, type People, newName, newUser } from '../testing/people'
import { startApi, type Api } from '../testing/server'
import { sql } from '../testing/sql'
import type { UserResponse } from '@console/shared-kernel/schemas'
import { PASSWORD } from '../src/foundation/demoAccounts'

/** Users who change each other and the same things: an administrator, a manager below, and their client. */
interface Arena {
  url: string
  admin: number
  manager: number
  client: number
  machine: string
  /** Another machine of the same client. */
  otherMachine: string
  game: number
  /** Clients of the manager who may be deleted. */
  spare: number[]
  names: Readonly<Record<Who, string>>
}

type Who = 'master' | 'admin' | 'manager'
type Ask = (row: string, body?: object) => Promise<Answer>

interface Write {
  by: readonly Who[]
  /** @param turn counts up for each writer */
  run: (arena: Arena, ask: Ask, who: Who, turn: number) => Promise<unknown>
}

const ALL: readonly Who[] = ['master', 'admin', 'manager', 'admin']
const ADMINS: readonly Who[] = ['master', 'admin']

/** A user below the writer, often another writer. */
function below({ admin, manager, client }: Arena, who: Who, turn: number): number {
  const choice = { master: [admin, manager, client], admin: [manager, client], manager: [client] }[who]
  return choice[turn % choice.length] ?? client
}

/** Bulk calls name the same things in opposite orders. */
const inTurn = <T>(turn: number, ...[one, other]: [T, T]): T[] => (turn % 2 ? [other, one] : [one, other])
const bothMachines = ({ machine, otherMachine }: Arena, turn: number, over: object) =>
  inTurn(turn, machine, otherMachine).map((machineId) => ({ machineId, ...over }))

const own = ({ admin, manager }: Arena, who: Who): number => (who === 'admin' ? admin : manager)

/** Every kind of change there is. */
const WRITES: Readonly<Record<string, Write>> = {
  'create user': {
    by: ALL,
    run: (arena, ask) => ask('POST /api/Users', { ...newUser(6), userIdcriador: arena.manager }),
  },
  'update user': {
    by: ALL,
    run: (arena, ask, who, turn) =>
      ask(`PUT /api/Users/${below(arena, who, turn)}`, { nameClient: newName() }),
  },
  'block user': {
    by: ALL,
    run: (arena, ask, who, turn) =>
      ask(`PUT /api/Users/${below(arena, who, turn)}`, { isBlocked: turn % 2 === 0 }),
  },
  'delete user': {
    by: ADMINS,
    run: (arena, ask, _who, turn) => ask(`DELETE /api/Users/${arena.spare[turn % arena.spare.length]}`),
  },
  'create machine': {
    by: ALL,
    run: (arena, ask, _who, turn) =>
      ask(
        `POST /api/machines/auto-create/${turn % 2 ? arena.client : arena.spare[turn % arena.spare.length]}`,
      ),
  },
  credit: {
    by: ALL,
    run: ({ machine }, ask, _who, turn) => ask(`PUT /api/Machines/${machine}/credit`, { amount: turn }),
  },
  'toggle-block': {
    by: ALL,
    run: ({ machine }, ask) => ask(`PUT /api/Machines/${machine}/toggle-block`, {}),
  },
  config: {
    by: ALL,
    run: ({ machine }, ask, _who, turn) =>
      ask(`PUT /api/Machines/${machine}/config`, { serviceMode: turn % 2 === 0 }),
  },
  'create and delete game': {
    by: ADMINS,
    run: async (_arena, ask) => {
      const { body } = await ask('POST /api/Games', { name: newName('game'), type: 'Slot', gameState: true })
      await ask(`DELETE /api/Games/${(body as { id?: number } | undefined)?.id ?? 0}`)
    },
  },
  'update game': {
    by: ADMINS,
    run: ({ game }, ask) =>
      ask(`PUT /api/Games/${game}`, { name: newName(), type: 'Bingo', gameState: true }),
  },
  'game settings': {
    by: ADMINS,
    run: (arena, ask, who, turn) =>
      ask(`PUT /api/Games/user-settings/${below(arena, who, turn)}`, { selectedGames: [arena.game] }),
  },
  'bulk credit': {
    by: ALL,
    run: (arena, ask, _who, turn) =>
      ask('POST /api/Machines/bulk/credit', { items: bothMachines(arena, turn, { amount: turn }) }),
  },
  'bulk block of machines': {
    by: ALL,
    run: (arena, ask, _who, turn) =>
      ask('POST /api/Machines/bulk/block', { items: bothMachines(arena, turn, { blocked: turn % 2 === 0 }) }),
  },
  'bulk config': {
    by: ALL,
    run: (arena, ask, _who, turn) =>
      ask('POST /api/Machines/bulk/config', {
        config: { serviceMode: turn % 2 === 0 },
        items: bothMachines(arena, turn, {}),
      }),
  },
  'bulk block of users': {
    by: ADMINS,
    run: (arena, ask, _who, turn) =>
      ask('POST /api/Users/bulk/block', {
        items: inTurn(turn, arena.manager, arena.client).map((userId) => ({
          userId,
          blocked: turn % 2 === 0,
        })),
      }),
  },
  'copy of game settings': {
    by: ADMINS,
    run: (arena, ask, _who, turn) =>
      ask('POST /api/Games/user-settings/copy', {
        fromUserId: arena.spare.at(-1),
        items: inTurn(turn, arena.manager, arena.client).map((userId) => ({ userId })),
        sections: ['games', 'other'],
      }),
  },
  'change of password': {
    by: ALL,
    run: (arena, ask, who, turn) => ask(`PUT /api/Users/${below(arena, who, turn)}`, { password: PASSWORD }),
  },
  'change of one’s own password': {
    by: ['admin', 'manager'],
    run: (arena, ask, who) =>
      ask(`PUT /api/Users/${own(arena, who)}`, { password: PASSWORD, currentPassword: PASSWORD }),
  },
  login: {
    by: ALL,
    run: ({ url, names }, ask, who) => {
      void ask
      return login(url, names[who])
    },
  },
  logout: { by: ALL, run: (_arena, ask) => ask('POST /api/Auth/logout') },
}

async function makeArena(url: string, people: People, spares: number): Promise<Arena> {
  const admin = await people.create('master', 2)
  const subadmin = await people.create(admin, 3)
  const distributor = await people.create(subadmin, 4)
  const manager = await people.create(distributor, 5)
  const client = await people.create(manager, 6)
  const spare: UserResponse[] = []
  while (spare.length < spares) spare.push(await people.create(manager, 6))
  const added = `POST /api/machines/auto-create/${client.userId}`
  await call(url, added, { token: people.master })
  const [machine, otherMachine] = await people.machinesOf(client.userName)
  return {
    url,
    admin: admin.userId,
    manager: manager.userId,
    client: client.userId,
    machine: machine?.idMachine ?? '',
    otherMachine: otherMachine?.idMachine ?? '',
    game: 1,
    spare: spare.map(({ userId }) => userId),
    names: { master: 'master', admin: admin.userName, manager: manager.userName },
  }
}

/** Makes one kind of change repeatedly; signs in again if the session was ended. @returns all statuses */
async function writeOften(arena: Arena, name: string, writer: number, turns: number): Promise<number[]> {
  const { by, run } = WRITES[name] ?? { by: ALL, run: () => Promise.reject(new Error(`No write ${name}`)) }
  const who = by[writer % by.length] ?? 'master'
  const statuses: number[] = []
  let token: string | undefined
  const signIn = async (): Promise<void> => {
    const { status, body } = await login(arena.url, arena.names[who])
    statuses.push(status)
    token = status === 200 ? body.token : undefined
  }
  const ask: Ask = async (row, body) => {
    const answer = await call(arena.url, row, { token, body })
    statuses.push(answer.status)
    if (answer.status === 401) await signIn()
    return answer
  }
  await signIn()
  for (let turn = writer; turn < writer + turns; turn += 1) await run(arena, ask, who, turn)
  return statuses
}

/** Every two kinds of changes run at the same time, on the same things: none fails, and none deadlocks. */
const WRITERS = [0, 1, 2, 3]
const TURNS = 4
const SPARES = 40

let folder: string
let api: Api
let people: People
let arena: Arena

/** Each step holds its locks for a moment; otherwise changes would seldom collide. */
const LINGER = [
  `create function linger() returns trigger language plpgsql as $$
    begin perform pg_sleep(0.004); return null; end $$`,
  ...['users', 'machines', 'sessions', 'games', 'game_settings', 'audit', 'idempotency_keys'].map(
    (table) => `create trigger linger after insert or update or delete on ${table}
      for each statement execute function linger()`,
  ),
]

beforeAll(async () => {
  folder = await demoFolder()
  sql(folder, ...LINGER)
  api = await startApi({ DATA_DIR: folder, DEMO_DATA: 'true' })
  people = await meetPeople(api.url)
  arena = await makeArena(api.url, people, SPARES)
})
afterAll(() => api?.stop())

const names = Object.keys(WRITES)
const pairs = names.flatMap((one, index) => names.slice(index).map((other) => [one, other] as const))

test.each(pairs)('%s and %s at the same time never fail', async (one, other) => {
  for (const user of [arena.admin, arena.manager, arena.client]) {
    await call(api.url, `PUT /api/Users/${user}`, { token: people.master, body: { isBlocked: false } })
  }
  const statuses = await Promise.all(
    [one, other].flatMap((name) => WRITERS.map((writer) => writeOften(arena, name, writer, TURNS))),
  )
  expect(statuses.flat().filter((status) => status >= 500)).toEqual([])
})

test('there are no deadlocks', async () => {
  // a connection reports its counts when it ends
  await api.stop()
  const [counted] = await onCluster<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = $1',
    [databaseOf(folder)],
  )
  expect(Number(counted?.deadlocks)).toBe(0)
})
