import { cpus, totalmem } from 'node:os'
import type { Line } from './speed/line'

const METHOD = `\`npm run bench\` builds what it needs, serves the console, the same code built as one application with lazy routes, and a bare list of @tanstack/react-virtual, and measures them in one run on one machine, taking turns. The result is the ratio; the times themselves are those of the machine below. Times are the page's own (\`performance.now()\`), taken after the frame that shows the result was handed over for painting; CPU is the main thread's own clock. Memory is that of a browser whose compilers are switched off, since machine code counts as heap and grows for as long as functions get hotter. Bytes are of gzip -9. The data is that of \`npm run seed\`: 100,000 users, 50,000 machines.`

/** docs/performance.md: the lines of one run, the method and the machine. */
export function performancePage(lines: readonly Line[], bytes: string, when: Date): string {
  const rows = [...lines]
    .sort((a, b) => a.number - b.number)
    .map(({ number, what, measured, reference, ratio, toReach, reached }) =>
      cells([
        number,
        what,
        measured,
        reference,
        ratio?.toFixed(2) ?? '',
        toReach,
        reached ? 'yes' : '**no**',
      ]),
    )
  return [
    '# Performance',
    METHOD,
    [
      cells(['#', 'line', 'measured', 'reference', 'ratio', 'to reach', 'reached']),
      cells(['--:', '---', '--:', '--:', '--:', '--:', '---']),
      ...rows,
    ].join('\n'),
    '## Bytes and requests',
    `\`\`\`\n${bytes}\n\`\`\``,
    '## The machine',
    `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, ${when.toISOString()}.`,
    '',
  ].join('\n\n')
}

const cells = (values: readonly (string | number)[]): string => `| ${values.join(' | ')} |`
