export function Component() {
  return <h1>Sangwian</h1>;
}
