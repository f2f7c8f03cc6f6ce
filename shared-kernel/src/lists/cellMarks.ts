/** Tables have drawn a changed row after this time, in milliseconds. */
const DRAWN_AFTER_MS = 500
const MARKED_MS = 1_000
const MARK = 'changed'

const OBSERVED = { childList: true, characterData: true, subtree: true }

/** Marks the cells of tables whose content changes when rows of lists do. */
export class CellMarks {
  private readonly observer = new MutationObserver((records) => {
    for (const cell of changedCells(records)) this.mark(cell)
  })
  private readonly marks = new Map<HTMLElement, ReturnType<typeof setTimeout>>()
  private timer: ReturnType<typeof setTimeout> | undefined

  /** Rows have just changed, and tables are about to draw them. */
  expect(): void {
    this.observer.observe(document.body, OBSERVED)
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.observer.disconnect(), DRAWN_AFTER_MS)
  }

  stop(): void {
    clearTimeout(this.timer)
    this.observer.disconnect()
  }

  private mark(cell: HTMLElement): void {
    clearTimeout(this.marks.get(cell))
    cell.classList.add(MARK)
    const end = () => {
      cell.classList.remove(MARK)
      this.marks.delete(cell)
    }
    this.marks.set(cell, setTimeout(end, MARKED_MS))
  }
}

/** Ignores rows that come, go or move, which are changes of the body. */
function changedCells(records: readonly MutationRecord[]): ReadonlySet<HTMLElement> {
  const cells = new Set<HTMLElement>()
  for (const { target } of records) {
    const element = target instanceof Element ? target : target.parentElement
    const cell = element?.closest<HTMLElement>('tr.data > td:not(.screen-only)')
    if (cell) cells.add(cell)
  }
  return cells
}
