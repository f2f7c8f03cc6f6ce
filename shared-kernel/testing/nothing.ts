/** Replaces MUI's ripple, which continues after a test. */
const Nothing = () => null
export default Nothing
