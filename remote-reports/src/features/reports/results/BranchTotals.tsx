import { useCallback, useMemo, useState } from 'react'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import type { TreeRow } from '@console/shared-kernel/core'
import { hierarchyName } from '@console/shared-kernel/contracts'
import { BranchCell, CellLink, type Column, DataTable } from '@console/shared-kernel/table'
import type { Search } from '../api'
import { chosenAbove, clear, USER_FIELDS, type Cascade } from '../cascade/cascade'
import { narrowedQuery, type ReportFilters } from '../filters/filters'
import {
  branchColumns,
  branchTotals,
  openedRows,
  type BranchColumns,
  type BranchSums,
  type Hierarchy,
} from './branchTotals'
import type { TotalsResult } from './reportResult'
import { foldedRows, neededWidths, sortBy, toTableColumns } from './resultCells'
import { amountStyles, MAX_HEIGHT, TABLE } from './ResultTable'
import { useResultSort } from './useResultSort'

const TITLE = 'Total per branch'

interface Props {
  search: Search
  result: TotalsResult
  cascade: Cascade
  hierarchy: Hierarchy
}

type Row = TreeRow<BranchSums>

/**
 * One row per user, expanded level by level. A name narrows the report to the user; the path above leads
 * back.
 */
export function BranchTotals({ search: { filters }, result, cascade, hierarchy }: Props) {
  const top = chosenAbove(filters.selection, 'machine')
  const branches = useMemo(() => branchTotals(result.machines, hierarchy, top), [result, hierarchy, top])
  const columns = useMemo(() => branchColumns(result), [result])
  const { sort, setSort } = useResultSort(columns)
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback(
    ({ key }: BranchSums) =>
      setToggled(
        (before) => new Set(before.has(key) ? [...before].filter((each) => each !== key) : [...before, key]),
      ),
    [],
  )
  const rows = useMemo(
    () => openedRows(branches, toggled, (siblings) => sortBy(siblings, columns, sort)),
    [branches, toggled, columns, sort],
  )
  const { drawn, fold } = useMemo(() => {
    const widths = neededWidths(columns, branches)
    return {
      drawn: treeColumns(columns, branches, { filters, cascade, top, toggle, widths }),
      fold: foldedRows(columns, widths),
    }
  }, [columns, branches, filters, cascade, top, toggle])
  const tree = useMemo(
    () => ({ placeOf: ({ place }: Row) => place, onExpand: ({ row }: Row) => toggle(row) }),
    [toggle],
  )
  return (
    <Box component="section" sx={[amountStyles, TABLE]}>
      <Typography variant="h2" component="h3" sx={{ mb: 1 }}>
        {TITLE}
      </Typography>
      {top !== null && <Path filters={filters} cascade={cascade} />}
      <DataTable
        label={TITLE}
        columns={drawn}
        rows={rows}
        rowKey={({ row }) => row.key}
        sort={sort}
        onSort={setSort}
        tree={tree}
        fold={fold}
        maxHeight={MAX_HEIGHT}
      />
    </Box>
  )
}

interface Links {
  filters: ReportFilters
  cascade: Cascade
  top: number | null
  toggle: (row: BranchSums) => void
  /** The widths of the columns, in pixels. */
  widths: readonly number[]
}

function treeColumns(columns: BranchColumns, branches: readonly BranchSums[], links: Links): Column<Row>[] {
  const { filters, cascade, top, toggle, widths } = links
  const [name, ...others] = toTableColumns(columns, branches, {
    shares: false,
    links: undefined,
    widths,
  }).map(({ cell: cellOf, tip, ...column }): Column<Row> => ({
    ...column,
    cell: ({ row }) => cellOf(row),
    ...(tip && { tip: ({ row }: Row) => tip(row) }),
  }))
  if (!name) return []
  const nameOf = ({ userId, machineName }: BranchSums) => {
    const selection = userId === null || userId === top ? null : cascade.branch(userId)
    if (!selection) return machineName
    return (
      <CellLink
        to={`?${narrowedQuery(filters, selection)}`}
        text={machineName}
        tip="Report of this branch"
        label={`${machineName}, report of this branch`}
      />
    )
  }
  const cell = ({ row, place }: Row) => (
    <BranchCell name={row.machineName} place={place} onExpand={() => toggle(row)}>
      {nameOf(row)}
    </BranchCell>
  )
  return [{ ...name, minWidth: NAME_WIDTH, branches: true, cell }, ...others]
}

/** In pixels: leaves room for the indent of the lower levels. */
const NAME_WIDTH = 200

/**
 * The path from all users down to the user to whom the report was narrowed. Each step links to its report,
 * over the same range.
 */
function Path({ filters, cascade }: Pick<Links, 'filters' | 'cascade'>) {
  const { selection } = filters
  const chosen = USER_FIELDS.flatMap((field, index) => {
    const user = cascade.user(selection[field])
    const below = USER_FIELDS[index + 1]
    return user ? [{ name: hierarchyName(user), selection: clear(selection, below ?? 'machine') }] : []
  })
  const steps = [{ name: 'All users', selection: clear(selection, 'subAdmin') }, ...chosen]
  return (
    <Box component="nav" aria-label={TITLE} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 1 }}>
      {steps.map(({ name, selection: to }, index) =>
        index === steps.length - 1 ? (
          <Typography key={index} variant="body2" aria-current="page">
            {name}
          </Typography>
        ) : (
          <Typography key={index} variant="body2" sx={{ '&::after': { content: '"/" / ""', ml: 1 } }}>
            <Box component={Link} to={`?${narrowedQuery(filters, to)}`} sx={{ color: 'primary.main' }}>
              {name}
            </Box>
          </Typography>
        ),
      )}
    </Box>
  )
}
