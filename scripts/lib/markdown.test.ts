import { expect, it } from '@jest/globals'
import { anchorsOf, blockLines, inlineCode, linkTargets } from './markdown'

const PAGE = `# The \`API\`, in short

See [one](a.md), ![two](b.png) and \`[no](link.md)\`, then \`npm start\`.

\`\`\`sh
# a comment
npm test  # another

echo "#3" [no](c.md)
\`\`\`
`

it('the lines of blocks come without comments', () =>
  expect(blockLines(PAGE)).toEqual(['npm test', 'echo "#3" [no](c.md)']))
it('code of the running text', () => expect(inlineCode(PAGE)).toEqual(['API', '[no](link.md)', 'npm start']))
it('links stand outside of code', () => expect(linkTargets(PAGE)).toEqual(['a.md', 'b.png']))
it('a heading has the anchor that GitHub gives it', () =>
  expect(anchorsOf(PAGE)).toEqual(['the-api-in-short']))
