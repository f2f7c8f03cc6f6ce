import { createRoot } from 'react-dom/client'
import { pageState } from '../features/composition/pageState'
import fonts from './fonts.css?inline'
import { start } from './start'

// inlined, because a separate style sheet of 400 bytes would cost a request
const sheet = new CSSStyleSheet()
sheet.replaceSync(fonts)
document.adoptedStyleSheets.push(sheet)

if (pageState().abandoned) console.warn('Otra versión de la consola ocupa su lugar.')
else if (document.readyState === 'loading') addEventListener('DOMContentLoaded', begin)
else begin()

function begin(): void {
  const container = document.getElementById('root')
  // the page's first script then tries the previous build
  if (!container) throw new Error('The page has no #root.')
  void start(createRoot(container))
}
