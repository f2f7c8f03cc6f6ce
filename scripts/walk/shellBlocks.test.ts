import { expect, it } from '@jest/globals'
import { shellCommands } from './shellBlocks'

it('the commands of a document are those of its marked blocks', () =>
  expect(
    shellCommands(
      [
        '1. First',
        '',
        '   ```sh',
        '   one "a b"',
        '   two',
        '   ```',
        '```',
        'three',
        '```',
        '```sh',
        'four',
        '```',
        '',
      ].join('\n'),
    ),
  ).toEqual(['one "a b"', 'two', 'four']))
