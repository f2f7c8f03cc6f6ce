import { afterEach } from '@jest/globals'
import type { List } from '../src/lists/listKinds'
import { lists } from '../src/lists/lists'
import { workers } from './listWorker'
import { serverForTests } from './screen'
import { heldBack, inLines } from './server'

/** Sets up a test file: lists of users, some of them long, in a worker that can fail. */
export function listsForTests() {
  const server = serverForTests()
  const userCalled = (userName: string, userId: number) => ({ userId, userName, level: 6 })
  const MANY = Array.from({ length: 5_000 }, (_, id) => userCalled(`user${id}`.padEnd(30, 'x'), id))
  const namesOf = ({ rows }: List<'users'>) => rows.map(({ userName }) => userName)
  afterEach(() => lists.keepOnly(new Set()))
  const failWorker = () => workers.at(-1)?.onerror({ preventDefault: () => undefined })

  function readUsers(options: Partial<Parameters<typeof lists.read<'users'>>[0]> = {}) {
    return lists.read({
      path: '/list',
      kind: 'users',
      signal: new AbortController().signal,
      ...options,
    })
  }
  const found = async (list: List<'users'>, search: string) => {
    const answer = await lists.find(list, { search })
    return answer && [...answer.indexes].map((index) => list.rows[index]!.userName)
  }
  /** Answers with the first rows. @returns a function that sends the rest */
  function answerInParts(rows = MANY): () => void {
    const { after, answer } = heldBack()
    server().on('/list', { ...inLines(rows), pause: { at: 20_000, until: after } })
    return answer
  }
  return { server, userCalled, MANY, namesOf, failWorker, readUsers, found, answerInParts }
}
