import { useMemo, useState, type ChangeEvent, type KeyboardEvent } from 'react'
import { searchIndex } from '../../domain/search'
import { indexAfterKey } from '../table/useRowFocus'

export interface ComboboxSource<Option> {
  options: readonly Option[]
  /** Must be one and the same function at each drawing: texts are made ready for searching with it. */
  optionLabel: (option: Option) => string
  chosen: Option | null
  onChoose: (option: Option | null) => void
}

/**
 * What a combobox holds while somebody uses it. MUI's useAutocomplete finds the next option by asking the
 * document for it, which fails as soon as only the options in sight are there.
 *
 * The first row of the list is the empty value, unless a search is typed.
 */
export function useCombobox<Option>({ options, optionLabel, chosen, onChoose }: ComboboxSource<Option>) {
  const [open, setOpen] = useState(false)
  /** Null while the field shows what is chosen. */
  const [typed, setTyped] = useState<string | null>(null)
  const [highlighted, setHighlighted] = useState(0)
  const search = useMemo(() => searchIndex(options, optionLabel), [options, optionLabel])
  const found = useMemo(() => (open ? search(typed ?? '') : []), [open, search, typed])
  const emptyRows = (typed ?? '').trim() === '' ? 1 : 0
  const count = found.length + emptyRows

  const show = () => {
    if (open) return
    setHighlighted(chosen === null ? 0 : options.indexOf(chosen) + 1)
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    setTyped(null)
  }
  const optionAt = (index: number): Option | null => found[index - emptyRows] ?? null
  const choose = (index: number) => {
    close()
    onChoose(optionAt(index))
  }

  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    setTyped(target.value)
    setHighlighted(0)
    setOpen(true)
    if (target.value === '' && chosen !== null) onChoose(null)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const isClosing = event.key === 'Escape' || (event.altKey && event.key === 'ArrowUp')
    if (!open) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      show()
    } else if (isClosing) {
      close()
    } else if (event.key === 'Enter') {
      if (highlighted < count) choose(highlighted)
    } else {
      const next = indexAfterKey(event.key, highlighted, count)
      if (next === null) return
      setHighlighted(next)
    }
    event.preventDefault()
  }

  return {
    open,
    text: typed ?? (chosen === null ? '' : optionLabel(chosen)),
    count,
    highlighted,
    optionAt,
    choose,
    toggle: () => (open ? close() : show()),
    field: { onChange, onKeyDown, onBlur: close },
  }
}
