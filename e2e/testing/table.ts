import { expect, type Locator } from '@playwright/test'

/**
 * The rows of data in the document, as objects keyed by column headers. Read at once: a query by role for each row of
 * a long table takes seconds.
 */
export async function tableRows(table: Locator): Promise<Record<string, string>[]> {
  const [heads = [], ...rows] = await table.evaluate((table: HTMLTableElement) =>
    [table.tHead!.rows[0]!, ...table.querySelectorAll<HTMLTableRowElement>('tbody tr.data')].map((row) =>
      [...row.cells].map((cell) => cell.innerText.trim()),
    ),
  )
  return rows.map((cells) => Object.fromEntries(heads.map((head, index) => [head, cells[index] ?? ''])))
}

/** Neither in its frame nor in the page. */
export async function expectNothingSideways(frame: Locator) {
  const beyond = await frame.evaluate((element) => [
    element.scrollWidth - element.clientWidth,
    document.documentElement.scrollWidth - innerWidth,
  ])
  expect(beyond, 'what is beyond the frame and the page').toEqual([0, 0])
}
