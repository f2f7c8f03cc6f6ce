import type { Screen } from './screens'

export const tourPage = (screens: readonly Screen[]): string =>
  [
    '# A tour of the console',
    'Every screen with demo data, as the Master sees it, in the light and the dark theme. `npm run tour` makes this page.',
    ...screens.flatMap(({ name, title, about }) => [
      `## ${title}`,
      about,
      `| Light | Dark |\n| --- | --- |\n| ${picture(name, title, 'light')} | ${picture(name, title, 'dark')} |`,
    ]),
  ].join('\n\n') + '\n'

function picture(name: string, title: string, theme: string): string {
  const file = `tour/${name}-${theme}.webp`
  return `[![${title}, ${theme}](${file})](${file})`
}
