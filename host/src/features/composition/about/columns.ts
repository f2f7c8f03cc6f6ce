import type { RemoteFacts } from './remoteFacts'

const ms = (value: number | undefined): string => (value === undefined ? '' : `${Math.round(value)} ms`)

export const COLUMNS: { head: string; text: (facts: RemoteFacts) => string }[] = [
  { head: 'Remote', text: ({ remote }) => remote },
  { head: 'Version', text: ({ version }) => version },
  { head: 'Build', text: ({ build }) => build },
  { head: 'Source', text: ({ source }) => source },
  { head: 'State', text: ({ state }) => state },
  { head: 'Kernel', text: ({ kernel, namesKnown }) => (namesKnown ? kernel : `${kernel}, names unknown`) },
  { head: 'Document', text: ({ times }) => ms(times?.document) },
  { head: 'Entry', text: ({ times }) => ms(times?.entry) },
  { head: 'Module', text: ({ times }) => ms(times?.module) },
  { head: 'First paint', text: ({ times }) => ms(times?.firstPaint) },
  { head: 'Last error', text: ({ lastError }) => lastError },
]

/** Tab-separated, to paste into a mail or a spreadsheet. */
export const asText = (title: string, rows: RemoteFacts[]): string =>
  [
    title,
    COLUMNS.map(({ head }) => head).join('\t'),
    ...rows.map((row) => COLUMNS.map(({ text }) => text(row).replace(/\s+/g, ' ')).join('\t')),
  ].join('\n')
