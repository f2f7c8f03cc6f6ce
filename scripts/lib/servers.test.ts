import { expect, test } from '@jest/globals'
import { readableLine } from './servers'

const logged = (entry: object) => JSON.stringify({ time: 1795571234567, pid: 7, hostname: 'here', ...entry })

test.each([
  ['console-api preparing: database 0/1', 'preparing: database 0/1'],
  [logged({ level: 'warn', msg: 'the disk is slow' }), 'warn: the disk is slow'],
  [logged({ level: 'info', msg: 'database tidied', ms: 12 }), 'info: database tidied {"ms":12}'],
  [
    logged({ level: 'error', err: { message: 'no', stack: 'Error: no\n    at run' }, msg: 'tidying failed' }),
    'error: tidying failed\nError: no\n    at run',
  ],
  [
    logged({ level: 'error', err: { message: 'no' }, msg: 'tidying failed', ms: 12 }),
    'error: tidying failed {"ms":12}\nno',
  ],
  ['{"msg":"of another program"}', '{"msg":"of another program"}'],
  ['{ no JSON', '{ no JSON'],
  ['null', 'null'],
])('%s is shown as %s', (line, shown) => expect(readableLine(line)).toBe(shown))
