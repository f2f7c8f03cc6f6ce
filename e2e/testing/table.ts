import { expect, type Locator } from '@playwright/test'

/**
 * The data rows in the DOM, as objects keyed by column header. Read in one call, because querying each row of
 * a long table by role takes seconds.
 */
export async function tableRows(table: Locator): Promise<Record<string, string>[]> {
  const [heads = [], ...rows] = await table.evaluate((table: HTMLTableElement) =>
    [table.tHead!.rows[0]!, ...table.querySelectorAll<HTMLTableRowElement>('tbody tr.data')].map((row) =>
      [...row.cells].map((cell) => cell.innerText.trim()),
    ),
  )
  return rows.map((cells) => Object.fromEntries(heads.map((head, index) => [head, cells[index] ?? ''])))
}

/** Expects no horizontal overflow in the frame or the page. */
export async function expectNothingSideways(frame: Locator) {
  const beyond = await frame.evaluate((element) => [
    element.scrollWidth - element.clientWidth,
    document.documentElement.scrollWidth - innerWidth,
  ])
  expect(beyond, 'what is beyond the frame and the page').toEqual([0, 0])
}
