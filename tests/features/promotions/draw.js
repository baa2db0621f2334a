// draw.js: runs the check of the draw's page on lines of JSON, for test_draw_proof.py.
const { checkDraw } = await import(`file://${Deno.args[0]}`);

for (const line of (await new Response(Deno.stdin.readable).text()).trim().split("\n")) {
  const [proof, given] = JSON.parse(line);
  console.log(JSON.stringify(await checkDraw(proof, given)));
}
