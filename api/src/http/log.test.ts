import fastify from 'fastify'
import { expect, test } from '@jest/globals'
import { loggerOptions, withPriorities } from '@console/shared-kernel/command'

function linesOf(write: (log: ReturnType<typeof fastify>['log']) => void, isJournal: boolean): string[] {
  const lines: string[] = []
  const output = { write: (line: string) => void lines.push(line) }
  write(fastify({ logger: loggerOptions('debug', isJournal ? withPriorities(output) : output) }).log)
  return lines
}

test('a line has its level as a word and its time in ISO 8601', () => {
  const [line = ''] = linesOf((log) => log.warn({ reason: 'x' }, 'message'), false)
  expect(JSON.parse(line)).toMatchObject({
    level: 'warn',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    reason: 'x',
    msg: 'message',
  })
})

test.each([
  ['fatal', 2],
  ['error', 3],
  ['warn', 4],
  ['info', 6],
  ['debug', 7],
] as const)(
  'in the journal a line of level %s has priority %d, even from a child logger',
  (level, priority) => {
    const lines = linesOf((log) => {
      log[level]('one')
      log.child({ reqId: 'a' })[level]('other')
    }, true)
    expect(lines).toHaveLength(2)
    for (const line of lines) {
      expect(line).toMatch(new RegExp(`^<${priority}>\\{"level":"${level}".*\\}\\n$`))
    }
  },
)

test('an error is logged with its code, but without its detail', () => {
  const error = Object.assign(new Error('no'), { code: '23505', detail: 'Key (name)=(secret)' })
  const [line = ''] = linesOf((log) => log.error({ err: error }, 'failed'), false)
  expect(line).toContain('"code":"23505"')
  expect(line).not.toContain('secret')
})
