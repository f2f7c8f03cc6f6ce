import { describe, expect, test } from '@jest/globals'
import { call } from '../testing/http'
import { demoForTests } from '../testing/people'

const { api, people } = demoForTests()

const master = <T = unknown>(row: string, body?: object) =>
  call<T>(api().url, row, { token: people().master, body })

interface Activity {
  rows: readonly { kind: string }[]
}

/** Newest first. */
const kindsOf = async (userId: number): Promise<string[]> =>
  (await master<Activity>(`GET /api/activity?userId=${userId}&limit=500`)).body.rows.map(({ kind }) => kind)

describe('game settings of a user deleted during the calls', () => {
  test.each<[string, (userId: number, sources: readonly number[], turn: number) => Promise<unknown>]>([
    [
      'are not written',
      (userId, _, turn) =>
        master(`PUT /api/Games/user-settings/${userId}`, { selectedGames: [1 + (turn % 2)] }),
    ],
    [
      'are not copied',
      (userId, sources, turn) =>
        master('POST /api/Games/user-settings/copy', { fromUserId: sources[turn % 2], items: [{ userId }] }),
    ],
  ])('%s', async (_, write) => {
    const created = await Promise.all([6, 6, 6].map((level) => people().create('subdistributor1', level)))
    const [userId = 0, ...sources] = created.map((user) => user.userId)
    for (const [index, source] of sources.entries())
      await master(`PUT /api/Games/user-settings/${source}`, { selectedGames: [1 + index] })
    let isDeleted = false
    const writer = async (first: number): Promise<void> => {
      for (let turn = first; !isDeleted; turn += 1) await write(userId, sources, turn)
    }
    const writers = Array.from({ length: 16 }, (__, index) => writer(index))
    while (!(await kindsOf(userId)).includes('user.game-settings'));
    expect((await master(`DELETE /api/Users/${userId}`)).status).toBe(204)
    isDeleted = true
    await Promise.all(writers)
    const kinds = await kindsOf(userId)
    expect(kinds).toContain('user.game-settings')
    expect(kinds.slice(0, kinds.indexOf('user.delete'))).toEqual([])
  })
})
