import { useState } from 'react'
import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown'
import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import Button from '@mui/material/Button'
import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import { AddressedExport } from './AddressedExport'
import { exportItems, useExport, type Export, type ExportProps } from './useExport'

/** A menu: CSV, CSV with numbers as in the reports, or Excel. It shows the number of rows. */
export function ExportButtons<Row>(props: ExportProps<Row>) {
  const file = useExport(props)
  return (
    <>
      <ExportMenu file={file} />
      <AddressedExport file={file} />
      {file.note}
    </>
  )
}

export function ExportMenu({ file }: { file: Export }) {
  const { size, isEmpty, isSaving } = file
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<DownloadIcon />}
        endIcon={<ArrowDropDownIcon />}
        loading={isSaving}
        loadingPosition="start"
        disabled={isEmpty || isSaving}
        aria-label={`Export ${size}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{ flexShrink: 0 }}
      >
        Export
      </Button>
      {anchor && (
        <Menu open anchorEl={anchor} onClose={close} slotProps={{ list: { 'aria-label': `Export ${size}` } }}>
          <ListSubheader role="presentation">{size}</ListSubheader>
          {exportItems(file, close)}
        </Menu>
      )}
    </>
  )
}
