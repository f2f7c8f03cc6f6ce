import { expect, test } from '@jest/globals'
import { anchorsOf, blockLines, inlineCode, linkTargets, shellCommands } from './markdown'

const PAGE = `# The \`API\`, in short

See [one](a.md), ![two](b.png) and \`[no](link.md)\`, then \`npm start\`.

\`\`\`sh
# a comment
npm test  # another

echo "#3" [no](c.md)
\`\`\`
`

test('shell blocks are read without comments', () =>
  expect(blockLines(PAGE)).toEqual(['npm test', 'echo "#3" [no](c.md)']))
test('code in running text is found', () =>
  expect(inlineCode(PAGE)).toEqual(['API', '[no](link.md)', 'npm start']))
test('links inside code are ignored', () => expect(linkTargets(PAGE)).toEqual(['a.md', 'b.png']))
test('a heading has the anchor that GitHub gives it', () =>
  expect(anchorsOf(PAGE)).toEqual(['the-api-in-short']))

test('the commands of a document are those of its marked blocks', () =>
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
