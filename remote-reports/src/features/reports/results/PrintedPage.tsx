import GlobalStyles from '@mui/material/GlobalStyles'

/** CSS has no other way to escape a text. */
const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&').replace(/\s/g, ' ')}"`

const FONT = '12px Roboto, sans-serif'

/**
 * Six columns need the page's long side. In the margins are the filters, which the first page has in its text, and the
 * number of the page, where the browser can print there.
 */
export function PrintedPage({ head }: { head: string }) {
  return (
    <GlobalStyles
      styles={{
        '@page': {
          size: 'landscape',
          margin: '15mm',
          '@top-left': { content: quoted(head), font: FONT },
          '@bottom-right': { content: '"Page " counter(page) " of " counter(pages)', font: FONT },
        },
        '@page :first': { '@top-left': { content: 'none' } },
      }}
    />
  )
}
