import { expect, test } from '@jest/globals'
import { readableLine } from './servers'

const logged = (entry: object) => JSON.stringify({ time: 1795571234567, pid: 7, hostname: 'here', ...entry })

test.each([
  ['console-api preparing: database 0/1', 'preparing: database 0/1'],
  [logged({ level: 40, msg: 'the disk is slow' }), 'warning: the disk is slow'],
  [logged({ level: 30, msg: 'database tidied', ms: 12 }), 'info: database tidied {"ms":12}'],
  [
    logged({ level: 50, err: { message: 'no', stack: 'Error: no\n    at run' }, msg: 'tidying failed' }),
    'error: tidying failed\nError: no\n    at run',
  ],
  [
    logged({ level: 50, err: { message: 'no' }, msg: 'tidying failed', ms: 12 }),
    'error: tidying failed {"ms":12}\nno',
  ],
  [logged({ level: 35, msg: 'of a level of its own' }), '35: of a level of its own'],
  ['{"msg":"of another program"}', '{"msg":"of another program"}'],
  ['{ no JSON', '{ no JSON'],
  ['null', 'null'],
])('%s is shown as %s', (line, shown) => expect(readableLine(line)).toBe(shown))
