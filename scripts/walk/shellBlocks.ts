/** Commands of blocks marked `sh`, in order; other blocks are examples. */
export function shellCommands(markdown: string): string[] {
  const blocks = markdown.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)
  return [...blocks]
    .flatMap(([, block = '']) => block.split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
