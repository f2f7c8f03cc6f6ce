/** Lines of fenced blocks, without comments and empty lines. */
export const blockLines = (markdown: string): string[] =>
  [...markdown.matchAll(/^ *```.*\n([\s\S]*?)^ *```$/gm)]
    .flatMap(([, block = '']) => block.split('\n'))
    .map((line) => line.replace(/(^|\s)# .*$/, '').trim())
    .filter((line) => line !== '')

/** Commands of blocks marked `sh`, in order; other blocks are examples. */
export const shellCommands = (markdown: string): string[] =>
  [...markdown.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)]
    .flatMap(([, block = '']) => block.split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Blocks marked `tsx`, by the path in their first line. */
export const tsxFiles = (markdown: string): Record<string, string> =>
  Object.fromEntries(
    [...markdown.matchAll(/^```tsx\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)].map(([, path = '', code = '']) => [
      path,
      code,
    ]),
  )

export const inlineCode = (markdown: string): string[] =>
  [...withoutBlocks(markdown).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)

export const linkTargets = (markdown: string): string[] =>
  [...withoutCode(markdown).matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = '']) => target)

export const anchorsOf = (markdown: string): string[] =>
  [...withoutBlocks(markdown).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

const withoutBlocks = (markdown: string): string => markdown.replace(/^ *```.*\n[\s\S]*?^ *```$/gm, '')
const withoutCode = (markdown: string): string => withoutBlocks(markdown).replace(/`[^`\n]*`/g, '')
