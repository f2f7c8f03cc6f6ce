import type { Page } from '@playwright/test'

export interface Screen {
  /** The pictures are `NAME-light.webp` and `NAME-dark.webp`. */
  name: string
  title: string
  /** What an operator does here, in one to three sentences. */
  about: string
  /** Starts from the previous screen, signed in as the Master except on the first screen. */
  open: (page: Page) => Promise<void>
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
export const rows = (page: Page) => page.locator('tr.data')

export const goTo = async (page: Page, path: string) => void (await page.goto(new URL(path, page.url()).href))

/** Returns the text of docs/tour.md. */
export const tourPage = (screens: readonly Screen[]): string =>
  [
    '# A tour of the console',
    'Every screen with demo data, as the Master sees it. `npm run tour` generates this page.',
    ...screens.flatMap(({ name, title, about }) => [
      `## ${title}`,
      about,
      `${picture(name, 'light')} ${picture(name, 'dark')}`,
    ]),
  ].join('\n\n') + '\n'

/** Shows a picture at half the page's width, linked to the full picture. */
function picture(name: string, theme: string): string {
  const file = `tour/${name}-${theme}.webp`
  return `[<img src="${file}" alt="${theme}" width="49%">](${file})`
}
