import { beforeAll, describe, expect, test } from '@jest/globals'
import {
  gameListResponse,
  type GameResponse,
  type GameSettingsResponse,
} from '@console/shared-kernel/schemas'
import { ACCOUNTS, call, tokensOf } from '../testing/http'
import { demoForTests, pathsOf } from '../testing/people'

const { api, people } = demoForTests()
let token: Record<string, string>
beforeAll(async () => {
  token = await tokensOf(api().url)
})

const as = <T = GameResponse>(name: string, row: string, body?: unknown) =>
  call<T>(api().url, row, { token: token[name], body })
const add = async (over: object = {}) =>
  (await as('admin1', 'POST /api/Games', { name: 'Gold Rush', type: 'Slot', gameState: true, ...over })).body

describe('the catalogue', () => {
  test.each(ACCOUNTS)('[CALL-18] [ENTITY-9] is the same for %s', async (name) => {
    const { status, body } = await as<GameResponse[]>(name, 'GET /api/Games')
    expect(status).toBe(200)
    expect(gameListResponse.parse(body).length).toBeGreaterThanOrEqual(40)
  })

  test('[CALL-19] returns one game', async () => {
    const game = await add()
    expect((await as('player1', `GET /api/Games/${game.id}`)).body).toEqual(game)
  })

  test.each(['999999', '999999999999'])('returns 404 for an unknown game: %s', async (id) => {
    for (const name of ['master', 'player1']) {
      expect(await as(name, `GET /api/Games/${id}`)).toMatchObject({
        status: 404,
        body: { message: 'El elemento no existe' },
      })
    }
    expect((await as('admin1', `DELETE /api/Games/${id}`)).status).toBe(404)
  })

  test('[CALL-20] [ENTITY-10] contains a new game, by default an active Slot', async () => {
    const answer = await as('admin1', 'POST /api/Games', { name: '  Lucky 7  ' })
    expect(answer).toMatchObject({ status: 201, body: { name: 'Lucky 7', type: 'Slot', gameState: true } })
    const { body } = await as<GameResponse[]>('player1', 'GET /api/Games')
    expect(body).toContainEqual(answer.body)
  })

  test.each([
    ['no name', { name: '' }, 'name'],
    ['a blank name', { name: '   ' }, 'name'],
    ['a name that is too long', { name: 'a'.repeat(101) }, 'name'],
    ['an unknown type', { type: 'Dice' }, 'type'],
    ['a state as text', { gameState: 'true' }, 'gameState'],
  ])('rejects %s and names its field', async (_, over, path) => {
    const answer = await as('admin1', 'POST /api/Games', { name: 'x', ...over })
    expect([answer.status, pathsOf(answer)]).toEqual([400, [path]])
  })

  test('[CALL-21] [STATE-19] replaces a game as a whole', async () => {
    const game = await add()
    const changed = { ...game, name: 'Bingo Max', type: 'Bingo', gameState: false }
    expect((await as('master', `PUT /api/Games/${game.id}`, changed)).body).toEqual({
      ...changed,
      version: '2',
    })
    expect((await as('master', `GET /api/Games/${game.id}`)).body).toEqual({ ...changed, version: '2' })
    const half = await as('master', `PUT /api/Games/${game.id}`, { gameState: true })
    expect([half.status, pathsOf(half)]).toEqual([400, ['name', 'type']])
    const other = await as('master', `PUT /api/Games/${game.id}`, { ...changed, id: game.id + 1 })
    expect([other.status, pathsOf(other)]).toEqual([400, ['id']])
  })

  test('[CALL-22] no longer contains a deleted game', async () => {
    const { id } = await add()
    expect((await as('admin1', `DELETE /api/Games/${id}`)).status).toBe(204)
    expect((await as('admin1', `GET /api/Games/${id}`)).status).toBe(404)
  })
})

const JACKPOT = { apMinimum: 0, initial: 0, maximum: 0, increasePercentage: 0, increaseBackupPercentage: 0 }
const DEFAULTS = {
  selectedGames: [],
  jackpotSettings: {
    megaJackpot: JACKPOT,
    superJackpot: JACKPOT,
    miniJackpot: JACKPOT,
    literalMonedaJackpot: '€',
  },
  otherSettings: {
    browser: 'Chrome',
    executionMode: 'Release',
    initialLoad: 'AllGames',
    currency: 'Euro',
    touchScreen: false,
    showVolumeButton: false,
    logoLuckHand: false,
    canCreatePlayer: false,
    creditsFormat: 'Credits',
    languages: [],
  },
} as const

describe('a user’s game settings', () => {
  const pathOf = (userId: number) => `/api/Games/user-settings/${userId}`

  test('[CALL-23] [ENTITY-12] [ENTITY-13] begin with the defaults', async () => {
    const { userId } = await people().create('subdistributor1', 6)
    expect((await as('admin1', `GET ${pathOf(userId)}`)).body).toEqual({ ...DEFAULTS, version: '1' })
  })

  test('[CALL-24] accept all selectable games, as the console sends them', async () => {
    const { userId } = await people().create('subdistributor1', 6)
    const game = (id: number) => ({ id, name: '', type: '', gameState: true })
    const chosen = (count: number) => ({
      ...DEFAULTS,
      selectedGames: Array.from({ length: count }, (_, index) => game(100_000_000 + index)),
    })
    expect((await as('admin1', `PUT ${pathOf(userId)}`, chosen(10_000))).status).toBe(200)
    expect((await as('admin1', `PUT ${pathOf(userId)}`, chosen(10_001))).status).toBe(400)
  })

  test('[CALL-24] [ENTITY-11] are replaced as a whole, with only the ids of games stored', async () => {
    const { userId } = await people().create('subdistributor1', 6)
    const [one, other] = [await add(), await add()]
    const sent = {
      ...DEFAULTS,
      selectedGames: [{ id: other.id, name: '', type: '', gameState: true }, one.id, { id: one.id }, 999_999],
      jackpotSettings: { ...DEFAULTS.jackpotSettings, miniJackpot: { ...JACKPOT, initial: 12.5 } },
      otherSettings: { ...DEFAULTS.otherSettings, languages: ['Spanish', 'Italian'], browser: 'Safari' },
    }
    const expected = { ...sent, selectedGames: [other.id, one.id], version: '2' }
    const saved = await as<GameSettingsResponse>('admin1', `PUT ${pathOf(userId)}`, sent)
    expect([saved.status, saved.body]).toEqual([200, expected])
    expect((await as('master', `GET ${pathOf(userId)}`)).body).toEqual(expected)
    await as('admin1', `DELETE /api/Games/${one.id}`)
    expect((await as('master', `GET ${pathOf(userId)}`)).body).toMatchObject({ selectedGames: [other.id] })
  })

  test.each<[string, object, string]>([
    ['games that are no list', { selectedGames: 5 }, 'selectedGames'],
    [
      'a number as text',
      { jackpotSettings: { megaJackpot: { initial: '5' } } },
      'jackpotSettings.megaJackpot.initial',
    ],
    ['an unknown language', { otherSettings: { languages: ['Klingon'] } }, 'otherSettings.languages.0'],
    [
      'an unknown currency',
      { jackpotSettings: { literalMonedaJackpot: 'x' } },
      'jackpotSettings.literalMonedaJackpot',
    ],
  ])('reject %s and name its field', async (_, body, path) => {
    const { userId } = people().named('client1')
    const answer = await as('admin1', `PUT ${pathOf(userId)}`, body)
    expect([answer.status, pathsOf(answer)]).toEqual([400, [path]])
  })
})
