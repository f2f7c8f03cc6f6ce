import { expect, test } from '@jest/globals'
import type {
  GameResponse,
  GameSettingsResponse,
  MachineConfigResponse,
} from '@console/shared-kernel/schemas'
import { demoFolder } from '../testing/demo'
import { call, get } from '../testing/http'
import { auditOf, meetPeople } from '../testing/people'
import { startApi } from '../testing/server'
import { sql } from '../testing/sql'

const GAMES = 1_000

test('the audit stores only the added and removed games of a list, and nothing for an empty change', async () => {
  const folder = await demoFolder()
  sql(
    folder,
    `insert into games (name, type, game_state) select 'Game ' || n, 'Slot', true from generate_series(1, ${GAMES}) n`,
  )
  const api = await startApi({ DATA_DIR: folder })
  const { master: token, createClient } = await meetPeople(api.url)
  const { client, machine } = await createClient()
  const { body: games } = await get<GameResponse[]>(`${api.url}/api/Games`, token)
  const all = games.map(({ id }) => id)
  const [first = 0, second = 0, ...others] = all
  const put = async <T>(path: string, body: object): Promise<T> => {
    const answer = await call<T>(api.url, `PUT ${path}`, { token, body })
    expect(answer.status).toBe(200)
    return answer.body
  }

  const configPath = `/api/Machines/${machine.idMachine}/config`
  const setGames = (ids: number[]) =>
    put<MachineConfigResponse>(configPath, { listaJuegos: JSON.stringify(ids) })
  const config = await setGames(all)
  expect(await setGames(all)).toEqual(config)
  expect(await put(configPath, config)).toEqual(config)
  expect(await put(configPath, { listaJuegos: JSON.stringify(all, null, 1) })).toEqual(config)
  await setGames([second, ...others, first])
  await setGames([...others, first])
  await setGames([...others, second])

  const settingsPath = `/api/Games/user-settings/${client.userId}`
  const { body: settings } = await get<GameSettingsResponse>(api.url + settingsPath, token)
  const select = (selectedGames: number[]) =>
    put<GameSettingsResponse>(settingsPath, { ...settings, selectedGames })
  const selected = await select(all)
  expect(await select(all)).toEqual(selected)
  expect(await select([...all, ...all])).toEqual(selected)
  await select([second, ...others])
  await select([first, ...others])
  await api.stop()

  const rowsOf = (subject: string, action: string) =>
    auditOf(folder, subject)
      .filter((row) => row.action === action)
      .map(({ before, after }) => [before, after])
  const list = 'listaJuegos'
  expect(rowsOf(`machine ${machine.idMachine}`, 'machine.config')).toEqual([
    [{ [list]: { removed: [] } }, { [list]: { added: all } }],
    [{ [list]: { removed: [second] } }, { [list]: { added: [] } }],
    [{ [list]: { removed: [first] } }, { [list]: { added: [second] } }],
  ])
  expect(rowsOf(`user ${client.userId}`, 'user.game-settings')).toEqual([
    [{ selectedGames: { removed: [] } }, { selectedGames: { added: all } }],
    [{ selectedGames: { removed: [first] } }, { selectedGames: { added: [] } }],
    [{ selectedGames: { removed: [second] } }, { selectedGames: { added: [first] } }],
  ])
})
