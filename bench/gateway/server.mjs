// A model server that costs next to nothing: answers in pieces, with the time of each in it. One line of JSON tells its port.
import http from "node:http";

const closed = []; // when streams that were held open were left

const server = http.createServer((request, response) => {
  request.resume();
  if (request.url === "/closed") {
    response.end(JSON.stringify(closed.map(String)));
    return;
  }
  request.on("end", () => {
    if (request.url.includes("hold")) {
      // Held open until the client goes.
      response.on("close", () => closed.push(process.hrtime.bigint()));
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`data: {"t":${process.hrtime.bigint()}}\n\n`);
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    let count = 0;
    const timer = setInterval(() => {
      response.write(`data: {"t":"${process.hrtime.bigint()}","choices":[{"delta":{"content":"word ${count}"}}]}\n\n`);
      if (++count === 50) {
        clearInterval(timer);
        response.end("data: [DONE]\n\n");
      }
    }, 10);
    response.on("close", () => clearInterval(timer));
  });
});
server.keepAliveTimeout = 60000;
server.listen(0, "127.0.0.1", () => console.log(JSON.stringify({ port: server.address().port })));
